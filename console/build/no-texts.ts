// Replaces the texts of React Aria in languages other than English (vite.config.ts). React Aria ignores a language whose
// texts are undefined.

export default undefined
