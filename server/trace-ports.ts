import type { Ports } from './ports/ports.ts';
import { around } from './foundation/tracing/around.ts';
import { inSpan, type Tracing } from './foundation/tracing/tracing.ts';

/** Methods of each port whose duration interests operators. */
const traceable = {
  files: ['put', 'read', 'open', 'delete'],
  mailer: ['deliver'],
  pdf: [
    'pictureToPdf',
    'plainPicture',
    'normalise',
    'prepareSigned',
    'arrangePages',
    'removeAnchors',
    'markAsTest',
    'join',
    'add',
    'tryOut',
    'findPlaces',
    'thumbnail',
    'judge',
  ],
  docx: ['convert'],
  scanner: ['scan'],
  outbound: ['post', 'call'],
  key: ['sign'],
  timestamps: ['stamp', 'lists'],
} satisfies { [Name in keyof Ports]?: readonly (keyof NonNullable<Ports[Name]> & string)[] };

/** Wraps the ports so that each call becomes a span of its request or job. */
export function tracePorts(ports: Ports, tracing: Tracing): Ports {
  const traced = Object.entries(traceable).flatMap(([name, methods]) => {
    const port: unknown = Reflect.get(ports, name);
    return port === undefined
      ? []
      : [
          [
            name,
            around(port as object, methods, (act, call) =>
              inSpan(tracing, { name: `${name}.${act}`, kind: 'call' }, async () => await call()),
            ),
          ],
        ];
  });
  return { ...ports, ...(Object.fromEntries(traced) as Partial<Ports>) };
}
