import { posix } from 'node:path';
import { labelOf, openNames } from './names.js';
import type { AddonRequest, PlannedAddon } from './plan-addon.js';

export interface ImportedStage {
  readonly name: string;
  /** In the order of names. */
  readonly addons: readonly PlannedAddon[];
}

type Member = PlannedAddon;

/** Stages in which each addon comes after what it requires. Addons that wait for each other share the last one. */
export const planStages = (addons: readonly Member[]): readonly ImportedStage[] => {
  const byName = new Map(addons.map((one) => [one.name, one]));
  const levels = new Map<string, number>();
  const makers = namespaceMakers(addons);
  const levelOf = ({ name, requires }: Member, above: readonly string[] = []): number => {
    const known = levels.get(name);
    if (known !== undefined) return known;
    const deeper = requires
      .filter((one) => one !== name && !above.includes(one))
      .map((one) => byName.get(one))
      .map((one) => (one === undefined ? 0 : levelOf(one, [...above, name]) + 1));
    // Flux's root, or a Kustomization above, makes the namespace before this one is there.
    const beside = usedNamespaces(byName.get(name)!)
      .map((one) => makers.get(one))
      .filter(
        (one) => one !== undefined && one.name !== name && !above.includes(one.name) && !waitsFor(one, name, byName),
      )
      .map((one) => levelOf(one!, [...above, name]));
    const level = Math.max(0, ...deeper, ...beside);
    levels.set(name, level);
    return level;
  };
  for (const one of addons) levelOf(one);
  const most = Math.max(0, ...levels.values());
  const owners = new Map(addons.map(({ name }) => [name, levels.get(name)]));
  const names = openNames([], '-');
  /** A stage has the name of an addon only if it has the addon, and no name that Flux keeps. */
  const nameFor = (wanted: string, some: readonly Member[]): string => {
    const isFree = !owners.has(wanted) || some.some(({ name }) => name === wanted);
    return names.give(wanted === 'flux-system' ? 'flux' : isFree ? wanted : `${wanted}-stage`);
  };
  return Array.from({ length: most + 1 }, (_, level) => level).flatMap((level) => {
    const members = addons.filter(({ name }) => levels.get(name) === level).sort((a, b) => (a.name < b.name ? -1 : 1));
    return parted(members).map(({ part, some }) => ({
      name: nameFor(part ?? nameOf(some, level, most), some),
      addons: some,
    }));
  });
};

/** By name, the addon that makes a namespace. */
const namespaceMakers = (addons: readonly Member[]): ReadonlyMap<string, Member> =>
  new Map(
    addons.flatMap((one) =>
      one.vars.objects.flatMap(({ id }) =>
        id.kind === 'Namespace' && id.group === '' ? [[id.name, one] as const] : [],
      ),
    ),
  );

const usedNamespaces = ({ vars }: Member): readonly string[] => [
  ...new Set(vars.objects.map(({ id }) => id.namespace)),
];

const waitsFor = (
  { requires }: Member,
  name: string,
  byName: ReadonlyMap<string, Member>,
  seen = new Set<string>(),
): boolean =>
  requires.some((one) => {
    if (one === name) return true;
    const next = byName.get(one);
    if (next === undefined || seen.has(one)) return false;
    seen.add(one);
    return waitsFor(next, name, byName, seen);
  });

/** A longer stage is hard to read, and slow for the compiler. */
const LONGEST = 20;

/** The addons of a long stage by their namespaces. */
const parted = (
  members: readonly Member[],
): readonly { readonly part?: string; readonly some: readonly Member[] }[] => {
  if (members.length === 0) return [];
  if (members.length <= LONGEST) return [{ some: members }];
  const parts = new Map<string, Member[]>();
  for (const one of members) parts.set(one.namespace, [...(parts.get(one.namespace) ?? []), one]);
  return [...parts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([part, some]) =>
      Array.from({ length: Math.ceil(some.length / LONGEST) }, (_, at) => ({
        part: parts.size === 1 ? 'apps' : labelOf(part),
        some: some.slice(at * LONGEST, (at + 1) * LONGEST),
      })),
    );
};

/** The folder that all of them are in says what they are. */
const nameOf = (members: readonly Member[], level: number, most: number): string => {
  const [only, second] = members;
  if (only !== undefined && second === undefined) return only.name;
  const parents = new Set(members.map(({ owner }) => parentOf(owner)));
  const [parent] = parents;
  if (parents.size === 1 && parent !== undefined && parent !== '') return labelOf(parent);
  return level === most ? 'apps' : level === 0 ? 'base' : `layer-${level + 1}`;
};

const parentOf = ({ json }: AddonRequest['owner']): string => {
  const spec = json['spec'] as { readonly path?: unknown } | undefined;
  const path = posix.join('/', String(spec?.path ?? ''));
  return posix.basename(posix.dirname(path));
};
