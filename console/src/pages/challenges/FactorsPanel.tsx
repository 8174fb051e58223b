import { Panel } from '../../components/Panel.tsx'
import { FaceMapForms } from './FaceMapForms.tsx'
import { PinForms } from './PinForms.tsx'

/** Sets up the PIN and the face. The service does not list these factors, and it refuses a second PIN and a second face. */
export function FactorsPanel() {
  return (
    <div className="columns">
      <Panel title="PIN">
        <PinForms />
      </Panel>
      <Panel title="Face">
        <FaceMapForms />
      </Panel>
    </div>
  )
}
