import { Panel } from '../../components/Panel.tsx'
import { FaceMapForms } from './FaceMapForms.tsx'
import { PinForms } from './PinForms.tsx'

/** Sets the other factors up. The service does not list them: it refuses what exists already. */
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
