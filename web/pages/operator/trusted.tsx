import type { OperatorState } from '#contract/operations/operator-state.ts';
import type { TranslateOf } from '../../api/later-words.ts';
import { dayAndTime, shortDate } from '../../parts/format.ts';
import { Beside, RoomCard, RoomLine } from './room-card.tsx';

type Props = { state: OperatorState; say: TranslateOf<'operator'> };

/** The sealing key and the roots that make it trusted, with their expiry. */
export function Keys({ state: { seal, roots }, say }: Props) {
  return (
    <RoomCard title={say('room.keys')}>
      <RoomLine>
        <p className="font-medium">{say('room.key.seal')}</p>
        <p className="[overflow-wrap:anywhere]">
          <bdi>{seal.subject}</bdi>
        </p>
        <Beside
          parts={[say('room.until', { date: shortDate(seal.notAfter) }), say(`room.level.${seal.level}`)]}
        />
      </RoomLine>
      {roots.map(({ of, subject, notAfter }) => (
        <RoomLine key={`${of} ${subject}`}>
          <p className="font-medium">{say(`room.root.${of}`)}</p>
          <p className="[overflow-wrap:anywhere]">
            <bdi>{subject}</bdi>
          </p>
          <Beside parts={[say('room.until', { date: shortDate(notAfter) })]} />
        </RoomLine>
      ))}
    </RoomCard>
  );
}

/** The newest signed tree heads of the log. */
export function LogHeads({ state: { log }, say }: Props) {
  return (
    <RoomCard
      title={say('room.log')}
      about={say('room.logAbout')}
      {...(log.heads.length === 0 && { none: say('room.logNone') })}
    >
      {log.heads.map(({ size, signedAt, key }) => (
        <RoomLine key={size}>
          <p className="font-medium tabular-nums">{say('room.events', { count: size })}</p>
          <Beside parts={[dayAndTime(signedAt), key]} />
        </RoomLine>
      ))}
    </RoomCard>
  );
}

export function Versions({ state: { version, schema, platform }, say }: Props) {
  const { node, database, embedded } = platform;
  const rows = [
    [say('room.program'), `Countersign ${version}`],
    [say('room.schema'), schema],
    [say('room.database'), say(embedded ? 'room.embedded' : 'room.server', { version: database })],
    ['Node.js', node],
  ] as const;
  return (
    <RoomCard title={say('room.versions')}>
      {rows.map(([name, value]) => (
        <RoomLine key={name}>
          <p className="font-medium">{name}</p>
          <p className="text-muted [overflow-wrap:anywhere]">
            <bdi>{value}</bdi>
          </p>
        </RoomLine>
      ))}
    </RoomCard>
  );
}
