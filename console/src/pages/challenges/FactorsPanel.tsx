import { Panel } from '../../components/Panel.tsx'
import { FaceMapForms } from './FaceMapForms.tsx'
import { PinForms } from './PinForms.tsx'

/**
 * Sets up and deletes the PIN and the face map. The service does not list these factors, so the panel always shows the forms for
 * both. The service refuses a second PIN and a second face map.
 */
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
