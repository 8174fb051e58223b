// A guide as the build renders it (console/build/guides.ts), and the function that loads a guide.

export type GuideBlock =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly language: string; readonly code: string }

export type Guide = { readonly title: string; readonly blocks: readonly GuideBlock[] }

type Load = () => Promise<Guide>

const files = import.meta.glob<Load>('../../../../docs/guides/*.md', {
  query: '?guide',
  import: 'load',
  eager: true,
})

/** Loads a guide by the name of its file; undefined for an unknown name. */
export function guideLoader(name: string): Load | undefined {
  return files[`../../../../docs/guides/${name}.md`]
}
