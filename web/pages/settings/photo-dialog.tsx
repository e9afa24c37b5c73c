import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { photoSide } from '#core/preference/photo.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { savePhoto } from '../../api/security.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useTranslation } from '../../words.ts';
import { maxZoom, moved, wholeCrop, zoomed, zoomOf, type Crop } from './crop.ts';
import { doneToast } from '../../parts/dialogs/outcome-toast.ts';
import { Problem } from '../../parts/problem.tsx';

/** Crops a picture to a square, with the pointer or with arrow keys and the slider. */
export function PhotoDialog({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }) {
  const { t } = useTranslation();
  const [crop, setCrop] = useState(() => wholeCrop(picture));
  const saving = useMutation(savePhoto);
  const save = async () => {
    const photo = await cut(picture, crop);
    saving.mutate(photo, {
      onSuccess: doneToast({ title: t('settings.photoSaved') }, onClose),
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('settings.photoTitle')}
      description={t('settings.photoAbout')}
      action={t('settings.photoSave')}
      busy={saving.isPending}
      onSubmit={save}
    >
      <div className="flex flex-col items-center gap-5">
        <CropFrame picture={picture} crop={crop} onCrop={setCrop} />
        <label className="flex w-full max-w-72 items-center gap-3">
          <span className="text-muted">{t('settings.photoZoom')}</span>
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={zoomOf(crop, picture)}
            onChange={({ target }) => setCrop(zoomed(crop, Number(target.value), picture))}
            className="min-w-0 flex-1 accent-ink"
          />
        </label>
        {saving.isError ? <Problem>{reasonOf(saving.error)}</Problem> : null}
      </div>
    </FormDialog>
  );
}

type FrameProps = { picture: ImageBitmap; crop: Crop; onCrop: (crop: Crop) => void };

/** Each arrow key press moves the crop by this fraction of the visible area. */
const step = 0.04;
const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

function CropFrame({ picture, crop, onCrop }: FrameProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const scale = crop.side / event.currentTarget.clientWidth;
    onCrop(moved(crop, { x: -event.movementX * scale, y: -event.movementY * scale }, picture));
  };
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    const zoom = event.key === '+' || event.key === '=' ? 1.1 : event.key === '-' ? 1 / 1.1 : null;
    if (by) onCrop(moved(crop, { x: by[0] * crop.side, y: by[1] * crop.side }, picture));
    else if (zoom !== null) onCrop(zoomed(crop, zoomOf(crop, picture) * zoom, picture));
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="application"
      aria-label={t('settings.photoFrame')}
      aria-roledescription={t('settings.photoFrameKind')}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      onWheel={(event) =>
        onCrop(zoomed(crop, zoomOf(crop, picture) * (event.deltaY < 0 ? 1.1 : 1 / 1.1), picture))
      }
      className="size-64 max-w-full cursor-move touch-none overflow-hidden rounded-full border border-line-strong bg-sunken"
    >
      <canvas ref={canvas} width={photoSide} height={photoSide} className="size-full" />
    </div>
  );
}

function draw(canvas: HTMLCanvasElement | OffscreenCanvas, picture: ImageBitmap, { x, y, side }: Crop): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null;
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, photoSide, photoSide);
  context.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, photoSide, photoSide);
}

/** Returns a JPEG without metadata. Transparent areas become white. */
function cut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = photoSide;
  canvas.height = photoSide;
  draw(canvas, picture, crop);
  const context = canvas.getContext('2d');
  if (context) {
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, photoSide, photoSide);
  }
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/jpeg', 0.9),
  );
}
