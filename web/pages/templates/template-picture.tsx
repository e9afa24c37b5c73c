import type { TemplateView } from '#contract/templates.ts';
import { recipientHue } from '../../parts/recipient-colour.ts';

/** The most that the sheet takes up, in CSS pixels; all of it is shown, for signatures stand at the bottom. */
const most = { width: 220, height: 136 };

/** The first page as a sheet of paper, with its fields where they are, in the colours of their roles. */
export function TemplatePicture({ template }: { template: TemplateView }) {
  const { firstPage, signatureFields, roles } = template;
  const page = firstPage ?? { width: 595, height: 842 };
  const scale = Math.min(most.width / page.width, most.height / page.height);
  const margin = page.width / 10;
  const lines = Array.from({ length: 40 }, (_, index) => margin * (1 + index * 0.42)).filter(
    (y) => y < page.height - margin,
  );
  return (
    <svg
      viewBox={`0 0 ${page.width} ${page.height}`}
      width={page.width * scale}
      height={page.height * scale}
      aria-hidden="true"
      className="rounded-[3px] bg-surface shadow-card"
      strokeDasharray={firstPage ? undefined : page.width / 40}
    >
      {lines.map((y, index) => (
        <path
          key={y}
          d={`M${margin} ${y}H${page.width - margin * (index % 5 === 4 ? 4 : 1)}`}
          strokeWidth={page.width / 80}
          className="stroke-line"
        />
      ))}
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
  );
}
