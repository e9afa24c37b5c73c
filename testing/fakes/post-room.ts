import { isHandedOver, type Delivery, type Mail, type Mailer } from '#server/ports/mailer.ts';

/** A mailer that keeps every email and returns configured results for an address. */
export type PostRoom = Mailer & {
  readonly mails: Mail[];
  /** Sets the results of the next delivery attempts to this address. Later attempts succeed. */
  answer(address: string, ...deliveries: Delivery[]): void;
  /** Whether the mailer reports that it is reachable. */
  open: boolean;
  /** Returns the emails to an address, oldest first. */
  to(address: string): Mail[];
};

export function openPostRoom(): PostRoom {
  const mails: Mail[] = [];
  const planned = new Map<string, Delivery[]>();
  return {
    mails,
    open: true,
    findTrouble() {
      const away = {
        kind: 'unreachable',
        all: true,
        pauses: false,
        words: 'The mail server did not answer (ECONNREFUSED)',
      } as const;
      return Promise.resolve(this.open ? undefined : away);
    },
    deliver(mail) {
      const delivery = planned.get(mail.to.address)?.shift() ?? { state: 'accepted', reply: '250 OK' };
      if (isHandedOver(delivery.state)) mails.push(mail);
      return Promise.resolve(delivery);
    },
    answer: (address, ...deliveries) => void planned.set(address, deliveries),
    to: (address) => mails.filter((mail) => mail.to.address === address),
    close: () => Promise.resolve(),
  };
}
