// The types of profiles, and the personal profile of a caller.

import type { OwnProfile, UserCaller } from '../kernel/caller.ts'

export type ProfileType = 'PERSONAL' | 'BUSINESS'

declare module '../kernel/caller.ts' {
  interface OwnProfile {
    readonly type: ProfileType
  }
}

export function personalProfile({ profiles }: UserCaller): OwnProfile | undefined {
  return profiles.find(({ type }) => type === 'PERSONAL')
}
