import { ArrowLeft, BoxSelect, Eye, FileStack, Redo2, Send, Undo2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useRequiredTexts } from '../api/later-words.ts';
import { reasonOf } from '../api/transport/request.ts';
import { Badge } from '../parts/badge.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { Button } from '../parts/button.tsx';
import { clockTime } from '../parts/format.ts';
import { Input } from '../parts/forms/form-field.tsx';
import { useSavedInput } from '../api/keep-typed.ts';
import { OneLine } from '../parts/one-line.tsx';
import { editorFrame, notifyParentFrame } from '../kit/frame.ts';
import { showToast } from '../kit/toast-store.ts';
import { Tooltip } from '../parts/dialogs/tooltip.tsx';
import { useTranslation } from '../words.ts';
import { useEditor } from './state/editor-state.ts';
import { HeaderMenu } from './header-menu.tsx';
import { ReplaceFile } from './replace-file.tsx';
import { useReplaceFile } from './use-replace-file.tsx';
import type { Zoom } from '../parts/use-zoom.ts';

type Props = {
  zoom: Zoom;
  onPreview: () => void;
  onRules: () => void;
  onFiles: () => void;
  onPages: () => void;
  onSend: () => void;
  onReload: () => void;
};

export function EditorHeader({ zoom, onPreview, onRules, onFiles, onPages, onSend, onReload }: Props) {
  const { t } = useTranslation();
  const { document, layout, undo, redo, kind, gathering, gather } = useEditor();
  const later = useRequiredTexts('field-kinds');
  const frame = editorFrame();
  const replacing = useReplaceFile(onReload);
  const away = kind === 'template' ? '/templates' : '/';
  const back = t(kind === 'template' ? 'editor.backToTemplates' : 'editor.back');
  return (
    <header className="flex min-h-[60px] shrink-0 items-center gap-1 border-b border-line bg-surface px-2 py-2 max-[20rem]:flex-wrap sm:gap-2 sm:px-4">
      {frame ? (
        <CloseFrame />
      ) : (
        <Tooltip text={back}>
          <Button asChild look="quiet" size="icon">
            <Link to={away} aria-label={back}>
              <ArrowLeft aria-hidden="true" className="turns" />
            </Link>
          </Button>
        </Tooltip>
      )}
      <div className="min-w-0 flex-1 max-[20rem]:basis-3/5">
        <div className="flex items-center gap-2">
          <Title />
          <span className="hidden sm:inline-flex">
            {kind === 'template' ? <Badge>{t('editor.template')}</Badge> : <StatusBadge status="draft" />}
          </span>
          <ReplaceFile replacing={replacing} onFiles={onFiles} />
          {kind === 'document' && document.files.length < 2 ? (
            <span className="max-sm:hidden">
              <IconButton name={later('pages')} onClick={onPages} icon={<FileStack aria-hidden="true" />} />
            </span>
          ) : null}
        </div>
        <SaveStatus onReload={onReload} />
      </div>
      <div className="hidden items-center min-[900px]:flex">
        <IconButton name={t('editor.zoomOut')} onClick={zoom.zoomOut} icon={<ZoomOut aria-hidden="true" />} />
        <Tooltip text={t('editor.fit')}>
          <Button
            look="quiet"
            size="small"
            className="min-w-14 tabular-nums"
            aria-label={t('editor.fitNow', { percent: zoom.percent })}
            onClick={zoom.fit}
          >
            {zoom.percent}%
          </Button>
        </Tooltip>
        <IconButton name={t('editor.zoomIn')} onClick={zoom.zoomIn} icon={<ZoomIn aria-hidden="true" />} />
      </div>
      <div className="flex items-center sm:mx-2">
        <IconButton
          name={t('editor.undo')}
          disabled={layout.past.length === 0}
          onClick={undo}
          icon={<Undo2 aria-hidden="true" />}
        />
        <IconButton
          name={t('editor.redo')}
          disabled={layout.future.length === 0}
          onClick={redo}
          icon={<Redo2 aria-hidden="true" />}
        />
      </div>
      <span className="hidden pointer-coarse:sm:inline-flex">
        <IconButton
          name={t('editor.gather')}
          disabled={layout.fields.length === 0}
          pressed={gathering}
          onClick={() => gather(!gathering)}
          icon={<BoxSelect aria-hidden="true" />}
        />
      </span>
      <HeaderMenu
        onPreview={onPreview}
        onRules={onRules}
        onPages={kind === 'document' && document.files.length < 2 ? onPages : null}
        onFiles={onFiles}
        onReplace={replacing.pick}
      />
      <Button onClick={onPreview} className="max-sm:hidden max-[56rem]:px-2.5">
        <Eye aria-hidden="true" />
        <span className="max-[56rem]:sr-only">{t('editor.preview')}</span>
      </Button>
      {kind === 'template' || frame?.send === false ? null : (
        <Button
          look="primary"
          onClick={onSend}
          aria-label={t('editor.send')}
          className="max-sm:min-w-11 max-sm:px-2.5"
        >
          <Send aria-hidden="true" />
          <span className="max-sm:hidden">{t('editor.send')}</span>
        </Button>
      )}
    </header>
  );
}

/**
 * A button that asks the embedding website to close the frame. The frame remains open while there are unsaved
 * changes.
 */
function CloseFrame() {
  const { t } = useTranslation();
  const { flush } = useEditor();
  const close = async () => {
    if (await flush()) notifyParentFrame('closed');
  };
  return <IconButton name={t('dialog.close')} onClick={() => void close()} icon={<X aria-hidden="true" />} />;
}

type IconProps = {
  name: string;
  onClick: () => void;
  icon: ReactNode;
  disabled?: boolean;
  /** Set only for toggle buttons. */
  pressed?: boolean;
};

function IconButton({ name, onClick, icon, disabled = false, pressed }: IconProps) {
  return (
    <Tooltip text={name}>
      <Button
        look="quiet"
        size="icon"
        aria-label={name}
        aria-pressed={pressed}
        disabled={disabled}
        className={pressed ? 'bg-ink-soft' : ''}
        onClick={onClick}
      >
        {icon}
      </Button>
    </Tooltip>
  );
}

/** The title is a heading until it is clicked. It then becomes an input, which is saved on blur. */
function Title() {
  const { t } = useTranslation();
  const { document, title, rename } = useEditor();
  const [typed, setTyped] = useState<string | null>(null);
  useSavedInput(`heading ${document.id}`, () => typed, setTyped);
  const save = async () => {
    const wanted = typed?.trim() ?? '';
    if (wanted === '' || wanted === title) return setTyped(null);
    try {
      await rename(wanted);
      setTyped(null);
    } catch (error) {
      showToast({ title: t('editor.renameFailed'), description: reasonOf(error), look: 'danger' });
    }
  };
  if (typed === null) {
    return (
      <h1 className="min-w-0 text-sm">
        <button
          type="button"
          title={t('editor.rename')}
          onClick={() => setTyped(title)}
          className="finger block max-w-full rounded-sm font-semibold decoration-line-strong underline-offset-4 hover:underline"
        >
          <OneLine>{title}</OneLine>
        </button>
      </h1>
    );
  }
  return (
    <Input
      autoFocus
      aria-label={t('editor.title')}
      value={typed}
      maxLength={200}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(null);
      }}
      className="h-7 max-w-md font-semibold pointer-coarse:h-9"
    />
  );
}

function SaveStatus({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation();
  const { saving, flush, document, autoSave } = useEditor();
  switch (saving.kind) {
    case 'saved': {
      const at = saving.at ?? new Date(document.updatedAt).getTime();
      return <Line>{t('editor.saved', { time: clockTime(at) })}</Line>;
    }
    case 'waiting':
      if (autoSave) return <Line>{t('editor.saving')}</Line>;
      return (
        <Line>
          {t('editor.unsaved')}{' '}
          <Button look="link" size="text" className="text-xs" onClick={() => void flush()}>
            {t('editor.save')}
          </Button>
        </Line>
      );
    case 'saving':
      return <Line>{t('editor.saving')}</Line>;
    case 'failed':
      return (
        <Line danger>
          {t('editor.saveFailed', { reason: saving.reason })}{' '}
          <Button look="link" size="text" className="text-xs" onClick={() => void flush()}>
            {t('error.retry')}
          </Button>
        </Line>
      );
    case 'outdated':
      return (
        <Line danger>
          {saving.reason}{' '}
          <Button look="link" size="text" className="text-xs" onClick={onReload}>
            {t('error.reload')}
          </Button>
        </Line>
      );
  }
}

function Line({ danger = false, children }: { danger?: boolean; children: ReactNode }) {
  return (
    <p role="status" className={danger ? 'text-xs text-danger' : 'truncate text-xs text-muted tabular-nums'}>
      {children}
    </p>
  );
}
