// The texts of React Aria in a language that the console does not have. Its dictionary leaves absent values out.

export default undefined
