import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { FieldsForm } from '../../forms/FieldsForm.tsx'
import type { Values } from '../../forms/form-values.ts'
import { useWorkspace } from '../../workspace.ts'

/** The form that the service sends for additional details of a person. The fields of the form change with the entered values. */
export function ExtensionsPanel({ profileId }: { readonly profileId: number }) {
  const { godwit } = useWorkspace()
  const path = { profileId }
  const [entered, setEntered] = useState<Values>({})
  const stored = useQuery({
    queryKey: ['extensions', profileId],
    queryFn: () => godwit.profiles.getProfileExtensions({ path }),
  })
  const forms = useQuery({
    queryKey: ['extension-form', profileId, entered],
    queryFn: () =>
      godwit.profiles.refreshProfileExtensionForm({ path, body: { details: entered } }),
    placeholderData: (previous) => previous,
  })
  return (
    <Panel title="Additional details">
      <Loaded label="Loading the stored details" query={stored}>
        {({ details }) => (
          <Loaded label="Loading the form" query={forms}>
            {(list) => (
              <FieldsForm
                again="Change them"
                call={(filled) =>
                  godwit.profiles.saveProfileExtensions({ path, body: { details: filled } })
                }
                done={() => <p>Saved the additional details.</p>}
                groups={list.flatMap(({ fields }) => fields)}
                initial={{ ...details }}
                label="Save"
                onRefresh={setEntered}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Panel>
  )
}
