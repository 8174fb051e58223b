import type { Profile } from '@godwit/sdk'
import { SelectField } from '../components/SelectField.tsx'
import { wordsOf } from '../words.ts'
import { useWorkspace } from '../workspace.ts'

/** Chooses the profile whose resources the pages show. */
export function ProfileSelect() {
  const { profile, profiles, chooseProfile } = useWorkspace()
  return (
    <SelectField
      label="Profile"
      onChange={(id) => chooseProfile(Number(id))}
      options={profiles.map((each) => ({ value: String(each.id), label: nameOf(each) }))}
      value={String(profile.id)}
    />
  )
}

function nameOf({ type, fullName }: Profile): string {
  return `${fullName} (${wordsOf(type)})`
}
