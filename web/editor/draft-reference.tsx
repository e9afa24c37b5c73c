import { editorFrame } from '../kit/frame.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { useEditor } from './state/editor-state.ts';

const ReferenceFact = lazyPart(async () => (await import('../documents/reference-fact.tsx')).ReferenceFact);

/** The account's own reference of a draft. A website that shows the editor in a frame sets it by API. */
export function DraftReference() {
  const { kind, document } = useEditor();
  if (kind === 'template' || editorFrame()) return null;
  return (
    <dl className="mt-4 flex flex-wrap gap-x-3 text-sm">
      <ReferenceFact document={document} />
    </dl>
  );
}
