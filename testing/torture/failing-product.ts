import { around } from '#server/foundation/tracing/around.ts';
import type { Ports } from '#server/ports/ports.ts';
import { openProduct as openReal, type Product } from '#server/product.ts';
import type { Config } from '#server/foundation/config/config.ts';
import { obey, reach, wrongClock, type Order } from './failpoints.ts';
import { watchCommits } from './watch-commits.ts';

export type { Product } from '#server/product.ts';

watchCommits();
process.on('message', (order: Order) => obey(order));
// The parent process has died, so nothing else would end this one.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The channel must not prevent a stopping server from exiting.
process.channel?.unref();

/** Opens the real product with ports that fail on request. */
export function openProduct(config: Config, ports: Ports): Promise<Product> {
  return openReal(config, {
    ...ports,
    files: failing('files', ports.files, ['put', 'read']),
    mailer: failing('mailer', ports.mailer, ['deliver']),
    pdf: failing('pdf', ports.pdf, ['normalise', 'tryOut', 'add']),
    key: failing('key', ports.key, ['sign']),
    outbound: failing('outbound', ports.outbound, ['post']),
    ...(ports.timestamps && { timestamps: failing('timestamps', ports.timestamps, ['stamp']) }),
    clock: wrongClock,
  });
}

function failing<Port extends object>(
  name: string,
  port: Port,
  methods: readonly (keyof Port & string)[],
): Port {
  return around(port, methods, async (method, call) => {
    const step = `${name}.${method}`;
    await reach(`${step}:before`);
    const done: unknown = await call();
    await reach(`${step}:after`);
    return done;
  });
}
