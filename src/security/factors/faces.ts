// Face recognition. The sandbox stores only a hash: two face maps show the same face when their bytes are equal.

import { createHash } from 'node:crypto'
import { equalInConstantTime } from '../../users/index.ts'

/** Recognises faces. A face map is Base64 text that only the implementation decodes. */
type Faces = {
  /** Returns the value to store for a face map. `isSame` compares later face maps with it. */
  enrol(faceMap: string): Promise<string>
  isSame(enrolled: string, faceMap: string): Promise<boolean>
}

declare module '../../kernel/outside.ts' {
  interface Outside {
    /** Absent in live mode, which has no face recognition yet (D32). */
    readonly faces?: Faces
  }
}

const hashOf = (faceMap: string) =>
  createHash('sha256').update(Buffer.from(faceMap, 'base64')).digest('hex')

export const sandboxFaces: Faces = {
  enrol: async (faceMap) => hashOf(faceMap),
  isSame: async (enrolled, faceMap) => equalInConstantTime(enrolled, hashOf(faceMap)),
}
