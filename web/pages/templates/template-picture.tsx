import { useState } from 'react';
import type { TemplateView } from '#contract/documents/templates.ts';
import { classNames } from '../../parts/class-names.ts';
import { recipientHue } from '../../parts/people/recipient-color.ts';

/**
 * Maximum size of the page picture in CSS pixels. The whole page is shown, because signatures are at the
 * bottom.
 */
const most = { width: 220, height: 136 };

/** The first page with its fields, in the colors of their roles. */
export function TemplatePicture({ template }: { template: TemplateView }) {
  const { firstPage, thumbnailUrl, signatureFields, roles } = template;
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const page = firstPage ?? { width: 595, height: 842 };
  const scale = Math.min(most.width / page.width, most.height / page.height);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative block overflow-hidden rounded-[3px] bg-surface',
        firstPage ? 'shadow-card' : 'border border-dashed border-line-strong',
      )}
      style={{ width: page.width * scale, height: page.height * scale }}
    >
      {thumbnailUrl === null || state === 'failed' ? null : (
        <img
          src={thumbnailUrl}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          className={classNames(
            'absolute inset-0 size-full bg-white transition-opacity duration-150 [filter:brightness(var(--page-brightness,1))]',
            state === 'shown' ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
      <svg
        viewBox={`0 0 ${page.width} ${page.height}`}
        className={classNames('absolute inset-0 size-full', state === 'shown' && '[color-scheme:only_light]')}
      >
        {state === 'shown' ? null : <Lines page={page} />}
        {signatureFields
          .filter((field) => field.page === 1)
          .map((field) => (
            <rect
              key={field.id}
              data-person=""
              style={{ ['--hue' as string]: recipientHue(roles.findIndex(({ id }) => id === field.roleId)) }}
              x={field.x}
              y={field.y}
              width={field.width}
              height={field.height}
              rx={page.width / 150}
              strokeWidth={page.width / 150}
              className="fill-(--person) stroke-(--person) [fill-opacity:0.25]"
            />
          ))}
      </svg>
    </span>
  );
}

/** Gray lines, shown until the page has loaded or if it cannot be shown. */
function Lines({ page }: { page: { width: number; height: number } }) {
  const margin = page.width / 10;
  const lines = Array.from({ length: 40 }, (_, index) => margin * (1 + index * 0.42)).filter(
    (y) => y < page.height - margin,
  );
  return lines.map((y, index) => (
    <path
      key={y}
      d={`M${margin} ${y}H${page.width - margin * (index % 5 === 4 ? 4 : 1)}`}
      strokeWidth={page.width / 80}
      className="stroke-line"
    />
  ));
}
