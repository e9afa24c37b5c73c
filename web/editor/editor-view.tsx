import { useCallback, useMemo, useRef } from 'react';
import { useRequiredTexts } from '../api/later-words.ts';
import { useDialogInAddress } from '../documents/dialogs/use-dialog-in-address.ts';
import { Button } from '../parts/button.tsx';
import { PageList } from '../kit/pdf/page-list.tsx';
import { usePdf } from '../kit/pdf/use-pdf.ts';
import { lazyDialog, lazyPart } from '../parts/lazy-part.tsx';
import { usePageTitle } from '../parts/page-header.tsx';
import { ErrorState } from '../parts/states.tsx';
import { useTranslation } from '../words.ts';
import { ChecklistBar } from './checklist-bar.tsx';
import { EditorHeader } from './editor-header.tsx';
import { PhoneTools, SideTools } from './editor-tools.tsx';
import { EditorProvider, useEditor, useNewEditor, type Edited, type Editor } from './state/editor-state.ts';
import { FieldBox } from '../parts/field/field-box.tsx';
import { GatheringHint } from './gathering-hint.tsx';
import { LeaveGuard } from './state/leave-guard.tsx';
import { FieldLayer } from './canvas/field-layer.tsx';
import { useOffscreenProps } from './canvas/offscreen-props.ts';
import { fieldsByPage, noFields } from './canvas/fields-by-page.ts';
import { FileNotesBar } from './file-notes-bar.tsx';
import { FormFieldsBar } from './form-fields-bar.tsx';
import { DraftPreview } from './preview/draft-preview.tsx';
import { SendDialog } from './send/send-dialog.tsx';
import { Thumbnails } from './canvas/thumbnails.tsx';
import { useSuggestions } from './suggest/use-suggestions.ts';
import { useApplication } from './state/use-application.ts';
import { useEditorKeys } from './canvas/use-editor-keys.ts';
import { useEditorShortcutHelp } from './use-editor-shortcut-help.ts';
import { useFieldDrag } from './canvas/use-field-drag.ts';
import { usePlacing, type Placing } from './canvas/use-placing.ts';
import { useZoom } from '../parts/use-zoom.ts';

type Props = Edited & { onReload: () => void };

const RulesDialog = lazyDialog(
  async () => (await import('./rules/rules-dialog.tsx')).RulesDialog,
  (t) => t('editor.properties'),
);

const SuggestionsBar = lazyPart(async () => (await import('./suggest/suggestions-bar.tsx')).SuggestionsBar);
const SuggestionLayer = lazyPart(
  async () => (await import('./suggest/suggestion-layer.tsx')).SuggestionLayer,
);

const FilesDialog = lazyDialog(
  async () => (await import('./files/files-dialog.tsx')).FilesDialog,
  (t) => t('editor.more'),
);

const PagesDialog = lazyDialog(
  async () => (await import('./pages-dialog.tsx')).PagesDialog,
  (t) => t('editor.pages'),
);

/** The editor for the fields and recipients of a draft. */
export function EditorView({ onReload, ...edited }: Props) {
  // The field properties need these texts, and without a connection they could not be loaded later.
  useRequiredTexts('field-kinds');
  return <Workbench editor={useNewEditor(edited)} onReload={onReload} />;
}

/**
 * The pages and thumbnails are outside the context providers and receive their data as props. Otherwise React
 * would check all of them on every change in the editor.
 */
function Workbench({ editor, onReload }: { editor: Editor; onReload: () => void }) {
  const { t } = useTranslation();
  const { document, pages, layout, title, armed, shownPage, recipients } = editor;
  const scroller = useRef<HTMLDivElement>(null);
  const pdf = usePdf(document.fileUrl);
  const zoom = useZoom(scroller, pages, 20);
  const drag = useFieldDrag(editor, zoom.scale, scroller);
  const placing = usePlacing(editor, zoom.scale, scroller);
  const fields = useMemo(() => fieldsByPage(layout.fields, drag.preview), [layout.fields, drag.preview]);
  const send = useDialogInAddress('send');
  const preview = useDialogInAddress('preview');
  const rules = useDialogInAddress('rules');
  const files = useDialogInAddress('files');
  const order = useDialogInAddress('pages');
  const far = useOffscreenProps(editor, fields);
  const pageName = useCallback((page: number, count: number) => t('editor.pageName', { page, count }), [t]);
  const suggestions = useSuggestions(editor);
  useApplication(editor);
  useEditorKeys(editor);
  useEditorShortcutHelp();
  usePageTitle(title);
  return (
    <div className="flex h-dvh flex-col">
      <EditorProvider value={editor}>
        <LeaveGuard />
        <EditorHeader
          zoom={zoom}
          onPreview={preview.show}
          onRules={rules.show}
          onFiles={files.show}
          onPages={order.show}
          onSend={send.show}
          onReload={onReload}
        />
        <ChecklistBar />
        <FormFieldsBar />
        {suggestions.open.length > 0 ? <SuggestionsBar suggestions={suggestions} /> : null}
        <FileNotesBar onReload={onReload} />
      </EditorProvider>
      <div className="flex min-h-0 flex-1">
        <Thumbnails pdf={pdf.pdf} {...{ pages, shownPage, recipients }} fields={layout.fields} />
        <main
          ref={scroller}
          // Without fields this area contains nothing focusable, but it must still scroll by keyboard.
          tabIndex={0}
          aria-label={t('editor.pages')}
          className="relative min-w-0 flex-1 overflow-auto bg-(--desk) p-5 max-lg:px-3"
        >
          <p id="field-keys" className="sr-only">
            {t('editor.fieldKeys')}
          </p>
          {pdf.state === 'failed' ? (
            <ErrorState reason={t('editor.pagesFailed')} onRetry={pdf.retry} />
          ) : (
            <PageList
              pdf={pdf.pdf}
              pages={pages}
              scale={zoom.scale}
              withText
              failed={(again) => <ErrorState reason={t('document.pageFailed')} onRetry={again} />}
              pageName={pageName}
              far={far}
              onCurrentPage={shownPage.show}
              className="mx-auto w-max [--page-gap:1.25rem]"
              overlay={(page, size, near) =>
                // Off-screen pages without fields are empty boxes. Those with fields remain reachable by Tab.
                near || fields.has(page) ? (
                  <>
                    <FieldLayer
                      {...{ editor, page, size, near, drag, placing }}
                      scale={zoom.scale}
                      fields={fields.get(page) ?? noFields}
                    />
                    {near && suggestions.isLooking ? (
                      <SuggestionLayer {...{ suggestions, page }} scale={zoom.scale} />
                    ) : null}
                  </>
                ) : null
              }
            />
          )}
          {pdf.state === 'loading' ? (
            <p role="status" className="sr-only">
              {t('editor.loading')}
            </p>
          ) : null}
        </main>
        <EditorProvider value={editor}>
          <SideTools placing={placing} onRules={rules.show} />
        </EditorProvider>
      </div>
      <EditorProvider value={editor}>
        <PhoneTools placing={placing} />
        {armed ? <ArmedHint /> : <GatheringHint />}
        <FloatingGhost placing={placing} scale={zoom.scale} />
        <DraftPreview open={preview.open} onClose={preview.hide} pdf={pdf.pdf} />
        {rules.open ? <RulesDialog open onClose={rules.hide} /> : null}
        {files.open ? <FilesDialog open onClose={files.hide} onReload={onReload} /> : null}
        {order.open && editor.kind === 'document' ? (
          <PagesDialog open onClose={order.hide} onReload={onReload} pdf={pdf.pdf} />
        ) : null}
        {send.open ? <SendDialog onClose={send.hide} /> : null}
      </EditorProvider>
    </div>
  );
}

function ArmedHint() {
  const { t } = useTranslation();
  const typeName = useRequiredTexts('field-kinds');
  const { armed, arm } = useEditor();
  if (!armed) return null;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-32 z-30 flex justify-center px-4 lg:bottom-6"
    >
      <p className="pointer-events-auto flex items-center gap-3 rounded-lg border border-line bg-surface py-2 pe-2 ps-4 shadow-lift">
        {t('editor.armed', { type: typeName(`kind.${armed}`) })}
        <Button size="small" onClick={() => arm(null)}>
          {t('dialog.cancel')}
        </Button>
      </p>
    </div>
  );
}

/** While the pointer is not over a page, the field preview follows the pointer. */
function FloatingGhost({ placing, scale }: { placing: Placing; scale: number }) {
  const typeName = useRequiredTexts('field-kinds');
  const { activeRecipient, recipients } = useEditor();
  const { ghost } = placing;
  if (!ghost || ghost.onPage) return null;
  const field = placing.sample(ghost.type);
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed z-50 opacity-60"
      style={{
        left: ghost.clientX - (field.width * scale) / 2,
        top: ghost.clientY - (field.height * scale) / 2,
      }}
    >
      <FieldBox
        field={field}
        typeName={typeName(`kind.${field.type}`)}
        scale={scale}
        owner={activeRecipient ?? undefined}
        ownerIndex={recipients.findIndex(({ id }) => id === activeRecipient?.id)}
        dragged
      />
    </div>
  );
}
