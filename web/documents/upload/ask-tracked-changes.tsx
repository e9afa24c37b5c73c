import { useTrackedChangesQuestion } from '../../api/files/tracked-changes.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';

const TrackedChangesDialog = lazyPart(
  async () => (await import('./tracked-changes-dialog.tsx')).TrackedChangesDialog,
);

/** Shows an upload's question about tracked changes, wherever the upload was started. */
export function ChooseTrackedChanges() {
  const question = useTrackedChangesQuestion();
  return question ? <TrackedChangesDialog question={question} /> : null;
}
