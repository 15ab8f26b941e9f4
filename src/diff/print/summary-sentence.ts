import type { ObjectDiff } from '../compare-states.js';
import type { DiffResult, LabelledDiff } from '../run-diff.js';
import { reasonsFor } from './declared-reasons.js';
import { namesOf } from './group-clusters.js';

type Summarized = Pick<DiffResult, 'clusters' | 'names' | 'reasons'>;

/**
 * What a reviewer decides by, in one sentence: `Changes 2 objects and restarts 1 workload in dev; prod unchanged.`
 * What is lost comes first, with the reasons that the code declares.
 *
 * @param result `names`: the clusters that were compared
 */
export const summarySentence = ({ clusters, names: all, reasons }: Summarized): string => {
  const groups = new Map<string, { readonly names: string[]; readonly weight: number }>();
  for (const one of clusters) {
    const text = happens(one, reasonsFor(one.objects, reasons.get(one.cluster) ?? []));
    const known = groups.get(text);
    if (known === undefined) groups.set(text, { names: [one.cluster], weight: weightOf(one) });
    else known.names.push(one.cluster);
  }
  const changed = new Set(clusters.map(({ cluster }) => cluster));
  const same = all.filter((name) => !changed.has(name));
  const parts = [...groups]
    .sort(([, a], [, b]) => b.weight - a.weight)
    .map(([text, { names }]) => text.replace(PLACE, `in ${namesOf(names)}`));
  const said = [...parts, ...(same.length === 0 ? [] : [`${namesOf(same)} unchanged`])].join('; ');
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;
};

/** Where the names of the clusters go. */
const PLACE = '\0';

const happens = ({ objects, isNew, contract }: LabelledDiff, reasons: readonly string[]): string => {
  if (isNew) return `creates a new cluster with ${counted(objects.length, 'object')} ${PLACE}`;
  const lost = objects.filter(isLost);
  const rest = (mark: ObjectDiff['mark']) => objects.filter((one) => one.mark === mark).length;
  const has = (kind: 'refused' | 'restart' | 'upgrade') =>
    objects.filter(({ effects }) => effects.some((effect) => effect.kind === kind)).length;
  const actions = [
    ...(lost.length === 0 ? [] : [`loses ${lossesOf(lost)}`]),
    ...(rest('-') === 0 ? [] : [`deletes ${counted(rest('-'), 'object')}`]),
    ...(rest('±') === 0 ? [] : [`replaces ${counted(rest('±'), 'object')}`]),
    ...(has('refused') === 0 ? [] : [`makes ${counted(has('refused'), 'change')} that the cluster refuses`]),
    ...(rest('→') === 0 ? [] : [`gives ${counted(rest('→'), 'object')} a new owner`]),
    ...(rest('+') === 0 ? [] : [`creates ${counted(rest('+'), 'object')}`]),
    ...(rest('~') === 0 ? [] : [`changes ${counted(rest('~'), 'object')}`]),
    ...(has('restart') === 0 ? [] : [`restarts ${counted(has('restart'), 'workload')}`]),
    ...(has('upgrade') === 0 ? [] : [`upgrades ${counted(has('upgrade'), 'Helm release')}`]),
    ...(contract.some(({ isTerraforms }) => isTerraforms) ? ['changes what Terraform must supply'] : []),
    ...(contract.some(({ isTerraforms }) => !isTerraforms) ? ['changes what addons supply to each other'] : []),
    ...(rest('○') === 0 ? [] : [`leaves ${counted(rest('○'), 'object')} behind`]),
  ];
  const what = actions.length === 0 ? 'changes only checksums and version labels' : listed(actions);
  const why = reasons.length === 0 || rest('-') + rest('±') === 0 ? '' : ` (declared: ${reasons.join('; ')})`;
  return `${what} ${PLACE}${why}`;
};

const isLost = ({ isLoss, effects }: ObjectDiff): boolean => isLoss || effects.some(({ kind }) => kind === 'lost');

/** What goes with an object: the database that it runs, and its data. */
export const lossText = ({ title, effects }: Pick<ObjectDiff, 'title' | 'effects'>): string =>
  effects.find(({ kind }) => kind === 'lost')?.text ?? title.split(': ').slice(1).join(': ');

/** Each of two; of more, the first. */
const lossesOf = (lost: readonly ObjectDiff[]): string => {
  const [first, second] = lost.map(lossOf);
  return lost.length > 2 ? `${first} and ${lost.length - 1} more` : [first, second].filter(Boolean).join(' and ');
};

const lossOf = (object: ObjectDiff): string => {
  const name = object.title.split(' ')[0]!;
  if (object.mark === '○') return `what ${name} holds`;
  const text = lossText(object);
  return text === '' ? name : `${name} (${text})`;
};

const weightOf = ({ objects }: LabelledDiff): number =>
  objects.filter(isLost).length * 1e6 +
  objects.filter(({ mark }) => mark === '-' || mark === '±').length * 1e3 +
  objects.length;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const listed = (all: readonly string[]): string => {
  const before = all.slice(0, -1);
  const last = before.some((one) => one.includes(' and ')) ? ', and ' : ' and ';
  return all.length === 1 ? all[0]! : `${before.join(', ')}${last}${all.at(-1)!}`;
};
