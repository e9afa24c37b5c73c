import { memo, useState, type CSSProperties, type PointerEvent } from 'react';
import type { PageSize } from '#contract/documents/documents.ts';
import type { Field } from '#core/field/field.ts';
import type { Editor } from '../state/editor-state.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { FieldBox } from '../../parts/field/field-box.tsx';
import { followPointer } from './follow-pointer.ts';
import type { Guide } from './snap.ts';
import { onLongPress } from './long-press.ts';
import { removeFields, toggled } from './use-editor-keys.ts';
import type { useFieldDrag } from './use-field-drag.ts';
import type { Placing } from './use-placing.ts';

type Props = {
  editor: Editor;
  /** The fields on this page */
  fields: readonly Field[];
  near: boolean;
  page: number;
  size: PageSize;
  scale: number;
  drag: ReturnType<typeof useFieldDrag>;
  placing: Placing;
};

/**
 * The layer over one page in the editor, with its fields, the snap lines, and the field being placed.
 * Off-screen, it renders only the fields, so that Tab can reach them.
 */
export const FieldLayer = memo(Layer, (before, after) => !before.near && !after.near && alike(before, after));

/** Returns true if an off-screen layer would look the same. */
function alike(before: Props, after: Props): boolean {
  const [was, is] = [before.editor, after.editor];
  const unchanged = (field: Field, index: number) =>
    field === before.fields[index] &&
    was.layout.selected.includes(field.id) === is.layout.selected.includes(field.id);
  return (
    before.scale === after.scale &&
    before.size === after.size &&
    was.recipients === is.recipients &&
    was.gathering === is.gathering &&
    before.fields.length === after.fields.length &&
    after.fields.every(unchanged)
  );
}

function Layer({ editor, fields: pageFields, page, size, scale, drag, placing }: Props) {
  const { layout, change, recipients, armed, gathering, gather } = editor;
  const t = useRequiredTexts('field-kinds');
  const marquee = useMarquee(editor, page, scale);
  const ghost = placing.ghost?.onPage?.field.page === page ? placing.ghost.onPage : null;
  const lines = ghost?.lines ?? (drag.preview?.guides.page === page ? drag.preview.guides.lines : []);
  const press = (field: Field, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const already = layout.selected.includes(field.id);
    if (event.shiftKey || gathering) {
      return change({ kind: 'select', ids: toggled(layout.selected, field.id) });
    }
    onLongPress(event, () => {
      const others = layout.selected.filter((id) => id !== field.id);
      change({ kind: 'select', ids: [...others, field.id] });
      gather(true);
    });
    if (!already) change({ kind: 'select', ids: [field.id] });
    drag.startMove(field, event);
  };
  return (
    <div
      // Has the same size as the page, so that changes inside it do not cause layout outside.
      className={`absolute inset-0 z-[2] select-none [contain:size_layout] ${armed ? 'cursor-crosshair' : ''}`}
      onPointerMove={placing.hoverPage}
      onPointerLeave={placing.leavePages}
      onPointerDown={(event) => event.target === event.currentTarget && marquee.press(event)}
      onClick={(event) => {
        if (event.target !== event.currentTarget) return;
        if (armed) placing.clickPage(event);
      }}
    >
      {pageFields.map((field) => {
        const index = recipients.findIndex(({ id }) => id === field.recipientId);
        return (
          <FieldBox
            key={field.id}
            field={field}
            typeName={t(`kind.${field.type}`)}
            scale={scale}
            owner={recipients[index]}
            ownerIndex={index < 0 ? null : index}
            selected={layout.selected.includes(field.id)}
            alone={layout.selected.length === 1}
            dragged={drag.preview?.boxes.has(field.id) ?? false}
            edit={{
              onPress: press,
              onResize: (at, corner, event) => drag.startResize(at, corner, event),
              onFocus: (at) => {
                if (gathering) return;
                if (isKeyboardFocus() && !layout.selected.includes(at.id))
                  change({ kind: 'select', ids: [at.id] });
              },
              onRemove: (at) => removeFields(editor, [at.id]),
            }}
          />
        );
      })}
      {ghost ? (
        <div aria-hidden="true" className="pointer-events-none opacity-70">
          <FieldBox
            field={ghost.field}
            typeName={t(`kind.${ghost.field.type}`)}
            scale={scale}
            owner={editor.activeRecipient ?? undefined}
            ownerIndex={recipients.findIndex(({ id }) => id === editor.activeRecipient?.id)}
            dragged
          />
        </div>
      ) : null}
      {lines.map((line) => (
        <span
          key={`${line.axis}${line.at}`}
          aria-hidden="true"
          className="field-guide"
          style={guideStyle(line, size, scale)}
        />
      ))}
      {marquee.box ? <span aria-hidden="true" className="field-marquee" style={marquee.box} /> : null}
    </div>
  );
}

/** Pressing an empty area clears the selection. Dragging from an empty area selects the surrounded fields. */
function useMarquee({ layout, change, armed, gathering }: Editor, page: number, scale: number) {
  const [box, setBox] = useState<CSSProperties | null>(null);
  const press = (event: PointerEvent<HTMLElement>) => {
    if (armed || event.button !== 0) return;
    // A tap that misses a field must not clear the whole selection.
    if (layout.selected.length > 0 && !gathering) change({ kind: 'select', ids: [] });
    if (event.pointerType !== 'mouse') return;
    const paper = event.currentTarget.getBoundingClientRect();
    const from = { x: event.clientX - paper.left, y: event.clientY - paper.top };
    let around = { left: 0, top: 0, width: 0, height: 0 };
    followPointer(event, {
      onMove: (at) => {
        const [x, y] = [at.clientX - paper.left, at.clientY - paper.top];
        around = {
          left: Math.min(from.x, x),
          top: Math.min(from.y, y),
          width: Math.abs(x - from.x),
          height: Math.abs(y - from.y),
        };
        setBox(around);
      },
      onEnd: () => {
        setBox(null);
        const caught = layout.fields.filter((field) => field.page === page && touches(field, around, scale));
        const before = gathering ? layout.selected : [];
        change({ kind: 'select', ids: [...new Set([...before, ...caught.map(({ id }) => id)])] });
      },
      onCancel: () => setBox(null),
    });
  };
  return { box, press };
}

type Pixels = { left: number; top: number; width: number; height: number };

function touches(field: Field, box: Pixels, scale: number): boolean {
  return (
    field.x * scale < box.left + box.width &&
    (field.x + field.width) * scale > box.left &&
    field.y * scale < box.top + box.height &&
    (field.y + field.height) * scale > box.top
  );
}

function guideStyle({ axis, at }: Guide, size: PageSize, scale: number): CSSProperties {
  return axis === 'x'
    ? { left: at * scale, top: 0, height: size.height * scale, borderLeftWidth: 1 }
    : { top: at * scale, left: 0, width: size.width * scale, borderTopWidth: 1 };
}

function isKeyboardFocus(): boolean {
  return document.activeElement?.matches(':focus-visible') ?? false;
}
