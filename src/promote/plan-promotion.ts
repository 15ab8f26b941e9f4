import { type Diagnostic, diagnose, hasErrors, suggest } from '../diagnostics/index.js';
import { heldBack, notPromoted, ringAhead } from '../versions/diagnostics.js';
import { fileAt } from '../versions/files.js';
import { isNewer } from '../versions/newer-version.js';
import { type Hold, TOGETHER } from '../versions/parse-rings.js';
import { ringsIn, type Versions, type VersionsList, wordOf } from '../versions/parse-versions.js';
import type { Ring, Rollout } from '../versions/ring.js';
import { entriesIn, type NamedEntry } from '../versions/ring-problems.js';
import type { RingEdit } from './edit-versions.js';

export interface PromotionRequest {
  /** The names of entries. @default - all that have rings */
  readonly names: readonly string[];
  /** The ring that gets what the one before it has. @default - the only one that is behind */
  readonly to: string | undefined;
  /** The day, as holds have it. */
  readonly today: string;
}

/** A value that a ring gets. */
export interface Promoted {
  readonly list: VersionsList;
  readonly name: string;
  /** What the ring has; undefined where it has nothing yet. */
  readonly from: string | undefined;
  readonly to: string;
  /** The hold whose date is over, and which goes. */
  readonly ended: Hold | undefined;
}

export interface Promotion {
  /** The ring that gets something; undefined where none does. */
  readonly ring: Ring | undefined;
  readonly promoted: readonly Promoted[];
  readonly edits: readonly RingEdit[];
  readonly problems: readonly Diagnostic[];
}

/** What a ring has of an entry; undefined for nothing. */
export const valueIn = (entry: NamedEntry, ring: Ring): string | undefined =>
  entry.rings === undefined || entry.rings === TOGETHER || ring.index === 0
    ? entry.value
    : entry.rings.get(ring.name)?.value;

export const holdIn = (entry: NamedEntry, ring: Ring): Hold | undefined =>
  entry.rings === undefined || entry.rings === TOGETHER ? undefined : entry.rings.get(ring.name)?.hold;

/** How a ring stands to the one before it; undefined where both have the same. `ahead`: its version is the newer one. */
export const standing = (entry: NamedEntry, ring: Ring, rollout: Rollout): 'ahead' | 'behind' | undefined => {
  const before = rollout[ring.index - 1];
  const value = before === undefined ? undefined : valueIn(entry, before);
  const own = valueIn(entry, ring);
  if (value === undefined || value === own) return undefined;
  return own !== undefined && isNewer(entry.list, own, value) === true ? 'ahead' : 'behind';
};

/** Plans what the next ring gets: of each chosen entry, the value that the ring before it has. */
export const planPromotion = (
  versions: Pick<Versions, VersionsList>,
  rollout: Rollout,
  request: PromotionRequest,
): Promotion => {
  const problems: Diagnostic[] = [];
  const chosen = chooseEntries(versions, request.names, problems);
  const ringed = chosen.filter(({ rings }) => rings !== undefined && rings !== TOGETHER);
  if (request.names.length > 0) problems.push(...chosen.filter((one) => !ringed.includes(one)).map(unringed));
  const ring = chooseRing(ringed, rollout, request, problems);
  const nothing = { ring: undefined, promoted: [], edits: [] };
  // A name that is given takes an older version, too.
  const isNamed = request.names.length > 0;
  const behind =
    ring === undefined
      ? []
      : ringed.filter((entry) => {
          const found = standing(entry, ring, rollout);
          return found === 'behind' || (isNamed && found === 'ahead');
        });
  if (!isNamed && !hasErrors(problems)) problems.push(...aheadNotices(ringed, rollout, ring));
  const isHeld = (entry: NamedEntry): boolean => ring !== undefined && isInForce(holdIn(entry, ring), request.today);
  for (const entry of behind.filter(isHeld)) {
    const problem = held(entry, ring!);
    problems.push(isNamed ? problem : { ...problem, severity: 'notice' });
  }
  const moving = behind.filter((entry) => !isHeld(entry));
  if (ring === undefined || hasErrors(problems) || moving.length === 0) return { ...nothing, problems };
  const before = rollout[ring.index - 1]!;
  return {
    ring,
    promoted: moving.map((entry) => ({
      list: entry.list,
      name: entry.name,
      from: valueIn(entry, ring),
      to: valueIn(entry, before)!,
      ended: holdIn(entry, ring),
    })),
    edits: moving.map(({ list, name }) => ({
      list,
      name,
      ring: ring.name,
      source: before.index === 0 ? undefined : before.name,
      later: rollout.slice(ring.index + 1).map((one) => one.name),
    })),
    problems,
  };
};

/** Plans what gives entries without rings a value for each later ring: the one that all clusters have. */
export const planRings = (
  versions: Pick<Versions, VersionsList>,
  rollout: Rollout,
  names: readonly string[],
): Pick<Promotion, 'edits' | 'problems'> => {
  const problems: Diagnostic[] = [];
  const chosen = chooseEntries(versions, names, problems).filter(({ rings }) => rings === undefined);
  // The last ring first: each is written above the one that follows.
  const edits = chosen.flatMap(({ list, name }) =>
    rollout
      .slice(1)
      .reverse()
      .map((ring) => ({
        list,
        name,
        ring: ring.name,
        source: undefined,
        later: rollout.slice(ring.index + 1).map((one) => one.name),
      })),
  );
  return { edits: problems.length > 0 ? [] : edits, problems };
};

const isInForce = (hold: Hold | undefined, today: string): boolean => hold !== undefined && hold.until >= today;

const chooseEntries = (
  versions: Pick<Versions, VersionsList>,
  names: readonly string[],
  problems: Diagnostic[],
): readonly NamedEntry[] => {
  const entries = entriesIn(versions);
  const known = new Set(entries.map(({ name }) => name));
  for (const name of new Set(names)) {
    if (known.has(name)) continue;
    const message = `versions.yaml has no version, image or setting "${name}"`;
    problems.push(diagnose(notPromoted, { message, at: { file: fileAt(undefined) }, fix: suggest(name, known) }));
  }
  return names.length === 0 ? entries : entries.filter(({ name }) => names.includes(name));
};

const unringed = (entry: NamedEntry): Diagnostic => {
  const what = `${wordOf(entry.list)} "${entry.name}"`;
  return diagnose(notPromoted, {
    message: `${what} is the same in all rings: there is nothing to promote`,
    at: { file: fileAt(entry.line) },
    fix:
      entry.rings === TOGETHER
        ? `take rings: ${TOGETHER} out, and run npx fluxspan promote --init ${entry.name}`
        : `give each ring a value of its own: npx fluxspan promote --init ${entry.name}`,
  });
};

const held = (entry: NamedEntry, ring: Ring): Diagnostic => {
  const hold = holdIn(entry, ring)!;
  return diagnose(heldBack, {
    message: `ring "${ring.name}" of ${wordOf(entry.list)} "${entry.name}" is held back until ${hold.until}, by ${hold.by}: ${hold.reason}`,
    at: { file: fileAt(hold.line) },
    fix: `wait; or agree with ${hold.by}, and take the hold out of versions.yaml`,
  });
};

/** @param only the ring that gets something; undefined for all */
const aheadNotices = (
  entries: readonly NamedEntry[],
  rollout: Rollout,
  only: Ring | undefined,
): readonly Diagnostic[] =>
  rollout
    .filter((ring) => only === undefined || ring.name === only.name)
    .flatMap((ring) =>
      entries
        .filter((entry) => standing(entry, ring, rollout) === 'ahead')
        .map((entry) => {
          const before = rollout[ring.index - 1]!;
          const what = `${wordOf(entry.list)} "${entry.name}"`;
          return diagnose(ringAhead, {
            message: `ring "${ring.name}" has ${what} ${valueIn(entry, ring)}, and ring "${before.name}" before it has the older ${valueIn(entry, before)}: it stays as it is`,
            at: { file: fileAt(ringsIn(entry).find(([name]) => name === ring.name)?.[1].line ?? entry.line) },
            fix: `give the rings before it the newer version; or, for the older one, name it: npx fluxspan promote ${entry.name} --to ${ring.name}`,
          });
        }),
    );

const chooseRing = (
  entries: readonly NamedEntry[],
  rollout: Rollout,
  { to, names, today }: PromotionRequest,
  problems: Diagnostic[],
): Ring | undefined => {
  const refuse = (message: string, fix: string): undefined => {
    problems.push(diagnose(notPromoted, { message, fix }));
    return undefined;
  };
  const later = rollout.slice(1);
  if (later.length === 0)
    return refuse(`the rollout has one ring, "${rollout[0]?.name}": no other one follows`, 'add a ring to the rollout');
  if (to !== undefined) {
    const ring = rollout.find(({ name }) => name === to);
    if (ring === undefined)
      return refuse(
        `the rollout has no ring "${to}"`,
        suggest(
          to,
          later.map(({ name }) => name),
        ),
      );
    if (ring.index > 0) return ring;
    const fix = `change the value itself in versions.yaml; or promote to ${later.map(({ name }) => name).join(' or ')}`;
    return refuse(`"${to}" is the first ring, and none comes before it`, fix);
  }
  const ringsThat = (wanted: 'ahead' | 'behind') =>
    later
      .map((ring) => ({ ring, entries: entries.filter((entry) => standing(entry, ring, rollout) === wanted) }))
      .filter((one) => one.entries.length > 0);
  const found = ringsThat('behind');
  const behind = found.length === 0 && names.length > 0 ? ringsThat('ahead') : found;
  const free = behind.filter(({ ring, entries: all }) => all.some((entry) => !isInForce(holdIn(entry, ring), today)));
  if (free.length <= 1) return (free[0] ?? behind[0])?.ring;
  const [first] = free;
  const listed = free.map(({ ring, entries: all }) => `${ring.name} (${all.map(({ name }) => name).join(', ')})`);
  return refuse(
    `several rings are behind the one before them: ${listed.join('; ')}`,
    `choose one: npx fluxspan promote ${[...names, ''].join(' ')}--to ${first!.ring.name}`,
  );
};
