import { findCauses } from './causes.js';
import type { Diagnostic, Place } from './diagnostic.js';
import { isLongList, listNames } from './list-names.js';
import { sumAlike } from './sum-alike.js';
import { visible } from './visible.js';

/** `dev/addons/authentik/HTTPRoute/authentik`: cluster, addon, object. */
const placeText = ({ cluster, addon, object, file }: Place): string =>
  file ?? [cluster, addon, object].filter((part) => part !== undefined).join('/');

/**
 * A diagnostic as text, in three parts: what, where, and what to do.
 *
 * ```
 * error FX203 missing-provider: addon 'karpenter' requires 'karpenter.sh', which no earlier stage provides
 *   at   dev/karpenter  requires  src/platform/dev.ts:12
 *   fix  add an addon that provides it to an earlier stage
 * ```
 */
export const printDiagnostic = (diagnostic: Diagnostic): string => {
  const { at } = diagnostic;
  const where = [placeText(at), at.path, at.source].filter((part) => part !== undefined && part !== '');
  const lines = [
    `${diagnostic.severity} ${diagnostic.code} ${diagnostic.name}: ${diagnostic.message}`,
    ...(where.length === 0 ? [] : [`  at   ${where.join('  ')}`]),
    ...diagnostic.notes.map((note) => `  note ${note}`),
    `  fix  ${diagnostic.fix}`,
    '',
  ];
  return visible(lines.join('\n'));
};

/**
 * All of them as text, and their number. What is wrong in several clusters alike, as an addon's own mistake is, is one
 * problem: it is told once, with the names of the others. What follows from a problem is told with it, in short, and
 * many of one kind are told by their number.
 */
export const printDiagnostics = (
  diagnostics: readonly Diagnostic[],
): { readonly text: string; readonly counts: string } => {
  const causes = findCauses(diagnostics);
  const heads = sumAlike(diagnostics.filter((one) => !causes.has(one)));
  const followers = new Map<Diagnostic, Diagnostic[]>();
  for (const [one, cause] of causes) {
    const there = followers.get(cause);
    if (there === undefined) followers.set(cause, [one]);
    else there.push(one);
  }
  let more = 0;
  const blocks = groupClusters(heads, partsOfHead).map((group) => {
    const consequences = groupClusters(
      group.flatMap((one) => followers.get(one) ?? []),
      () => [],
    );
    const lines = consequences.map((alike) => {
      more += countInCluster(alike);
      return `    ${inShort(alike, group)}\n`;
    });
    const shown =
      lines.length > MOST ? [...lines.slice(0, MOST), `    and ${lines.length - MOST} more; --json has each\n`] : lines;
    const because = shown.length === 0 ? '' : visible(`  because of this:\n${shown.join('')}`);
    return { head: group[0]!, text: `${printDiagnostic(withOthers(group))}${because}\n` };
  });
  const counts = countDiagnostics(blocks.map(({ head }) => head));
  const them = blocks.length === 1 ? 'it' : 'them';
  return {
    text: blocks.map(({ text }) => text).join(''),
    counts: more === 0 ? counts : `${counts} (${more} more because of ${them})`,
  };
};

/** So many consequences are enough to see what they are. */
const MOST = 10;

/** An object of an addon may be placed where the addon is used. */
const partsOfHead = ({ at: { cluster: _, source: __, ...at }, fix }: Diagnostic): readonly unknown[] => [at, fix];

/** Puts together what says the same of several clusters, by these parts, in the order of the first ones. */
const groupClusters = (
  diagnostics: readonly Diagnostic[],
  partsOf: (one: Diagnostic) => readonly unknown[],
): readonly (readonly Diagnostic[])[] => {
  const groups = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    const key = inAnyCluster(JSON.stringify([one.severity, one.code, one.message, ...partsOf(one)]), one.at.cluster);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
};

/** A text without its cluster's name, where it is clear that it is one: an addon may be called like a cluster. */
const inAnyCluster = (text: string, cluster: string | undefined): string => {
  if (cluster === undefined) return text;
  const name = cluster.replace(/[^-\w]/g, '\\$&');
  const before = String.raw`--cluster |cluster \\"|\b(?:clusters|addons|crds|apps|tenants|contract)/`;
  return text.replace(new RegExp(`(${before})${name}(?![-\\w])`, 'g'), '$1\0');
};

/** The first of a group, with the clusters of the others. */
const withOthers = ([first, ...others]: readonly Diagnostic[]): Diagnostic => {
  const own = first!.at.source;
  const same = others.flatMap(({ at: { cluster, source } }) =>
    cluster === undefined ? [] : source === undefined || source === own ? cluster : `${cluster} (${source})`,
  );
  if (same.length === 0) return first!;
  const count = same.length === 1 ? '1 more cluster' : `${same.length} more clusters`;
  const clusters = others.flatMap(({ at }) => at.cluster ?? []);
  const options = [first!.at.cluster, ...clusters].map((name) => `--cluster ${name}`);
  const fix = isLongList(options) ? first!.fix : first!.fix.replaceAll(options[0]!, options.join(' '));
  return { ...first!, fix, notes: [...first!.notes, `and in ${count}: ${listNames(same)}`] };
};

/** What follows from a problem, on one line; `cause`: that problem, in each cluster that has it. */
const inShort = (alike: readonly Diagnostic[], cause: readonly Diagnostic[]): string => {
  const { severity, code, name, message } = alike[0]!;
  const clusters = new Set(alike.flatMap(({ at }) => at.cluster ?? []));
  const isInAll = cause.every(({ at }) => at.cluster === undefined || clusters.has(at.cluster));
  const places = new Set(alike.map(({ at: { cluster: _, ...at } }) => placeText(at)));
  // Most messages name their object or addon.
  const { addon, object } = alike[0]!.at;
  const isNamed = places.size === 1 && message.includes(object ?? addon ?? '\0');
  const where = [isNamed ? '' : listNames([...places]), isInAll ? '' : `only in ${listNames([...clusters])}`]
    .filter((part) => part !== '')
    .join('; ');
  return `${severity} ${code} ${name}: ${message}${where === '' ? '' : ` (${where})`}`;
};

/** How many these are in one cluster. */
const countInCluster = (alike: readonly Diagnostic[]): number =>
  new Set(alike.map(({ at: { cluster: _, source: __, ...at } }) => JSON.stringify(at))).size;

/** `2 errors, 1 warning`; empty where there is nothing. */
export const countDiagnostics = (diagnostics: readonly Diagnostic[]): string =>
  (['error', 'warning', 'notice'] as const)
    .map((severity) => [severity, diagnostics.filter((one) => one.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ');
