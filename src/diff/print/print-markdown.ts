import { titleOf as titleText } from '../../applied/object-id.js';
import { codeSpan, escapeMarkdown } from '../../diagnostics/markdown.js';
import type { Mark, ObjectDiff } from '../compare-states.js';
import type { DiffResult, LabelledDiff } from '../run-diff.js';
import { contractBlocks, contractOrders } from './contract-block.js';
import { countDiffs } from './count-diffs.js';
import { reasonsFor } from './declared-reasons.js';
import { groupClusters, isOneByOne, namesOf } from './group-clusters.js';
import { groupRemovals } from './group-removals.js';
import { headLines } from './head-lines.js';
import { notComparedText } from './not-compared-text.js';
import { printField } from './print-field.js';
import { EXAMPLES, noiseText } from './print-text.js';
import { lossText, summarySentence } from './summary-sentence.js';

/** GitHub takes 65,536 characters in a comment; a bot adds some of its own. */
const MOST = 60_000;

/** What a comment must say even where there is no room: what is lost, replaced or moved. */
const DANGER: readonly Mark[] = ['-', '±', '→', '○', '~', '+'];

/** The differences as Markdown for a comment: the most dangerous first, fields folded, below GitHub's limit. */
export const printDiffMarkdown = (result: DiffResult, most = MOST): string => {
  const { clusters, compared, notCompared, isBeside, showsExamples } = result;
  const leftOut =
    notCompared.length === 0 ? '' : `\n**Not compared:** ${escapeMarkdown(notComparedText(notCompared))}.\n`;
  if (clusters.length === 0) {
    const count = `(${compared} ${compared === 1 ? 'cluster' : 'clusters'} compared)`;
    const nothing = `\nNothing ${leftOut === '' ? '' : 'else '}that Flux applies changes ${count}.\n`;
    return `### fluxspan diff\n${compared === 0 && leftOut !== '' ? '' : nothing}${leftOut}`;
  }
  const heads = headList(clusters, isBeside);
  const shown = clusters.map((one) => (one.isNew && !isBeside ? { ...one, objects: [] } : one));
  const items = groupClusters(shown, { namesEach: true })
    .flatMap(({ clusters: names, objects }) => objects.map((object): Item => ({ names, object })))
    .sort((a, b) => rank(a) - rank(b));
  const isAlone = clusters.length === 1;
  const text = openText(most - RESERVED);
  const orders = contractOrders(result).map((one) => ` **${escapeMarkdown(one)}**`);
  const sentence = isBeside ? '' : `**${escapeMarkdown(summarySentence(result))}**${orders.join('')}\n\n`;
  text.add(`### fluxspan diff\n\n${sentence}${heads.join('\n')}\n${leftOut}`);
  for (const { title, names, lines } of contractBlocks(clusters)) {
    const shown = lines.map((line) => `- ${codeSpan(line)}\n`).join('');
    text.add(`\n**${title}**${names === '' ? '' : ` (${escapeMarkdown(names)})`}:\n\n${shown}`);
  }
  const removals = isBeside ? [] : removalLines(result);
  const covered = new Set<string>();
  const dangerous = items.filter(({ object }) => isOneByOne(object) || object.mark === '○');
  const others = items.filter((item) => !dangerous.includes(item));
  const left: Item[] = [];
  if (dangerous.length > 0) text.add('\n');
  for (const { line, keys } of removals) {
    if (text.add(`${line}\n`)) for (const key of keys) covered.add(key);
  }
  const isCovered = ({ names, object }: Item) =>
    names.every((name) => covered.has(`${name}\0${object.mark}${object.title}`));
  for (const item of dangerous) if (!isCovered(item) && !text.add(`${lineOf(item, isAlone)}\n`)) left.push(item);
  for (const item of others) {
    const full = `\n${details(item, isAlone)}`;
    if (!text.add(full) && !text.add(`\n${lineOf(item, isAlone)}\n`)) left.push(item);
  }
  for (const item of dangerous) {
    if (item.object.fields.length > 0) text.add(`\n${details(item, isAlone)}`);
  }
  const noise = clusters.flatMap((one) => one.noise.map((title) => (isAlone ? title : `${one.cluster}: ${title}`)));
  if (noise.length > 0) text.add(`\n${noiseText(noise)}.\n`);
  if (showsExamples) text.add(`\n${EXAMPLES}\n`);
  const rest =
    left.length === 0
      ? ''
      : `\n**${left.length} more changes do not fit here** (${countDiffs(left.map(({ object }) => object))}): run \`npx fluxspan diff\` to see all.\n`;
  return text.done() + rest;
};

/** A bullet for each addon that goes, with all that goes with it, and the clusters in which it goes in the same way. */
const removalLines = ({ clusters, reasons }: DiffResult) => {
  const lines = new Map<string, { start: string; end: string; names: string[]; titles: string[] }>();
  for (const { cluster, objects } of clusters)
    for (const group of groupRemovals(objects)) {
      const reason = reasonsFor(group.objects, reasons.get(cluster) ?? []).join('; ');
      const named = group.objects.map((object) => {
        const lost = lossText(object);
        return `${codeSpan(titleText(object.id))}${lost === '' ? '' : ` (${escapeMarkdown(lost)})`}`;
      });
      const why = reason === '' ? '' : ` (declared: ${escapeMarkdown(reason)})`;
      const start = `- **${escapeMarkdown(group.owner)}** is deleted`;
      const end = `${why}: ${named.join(', ')}`;
      const titles = group.objects.map(({ mark, title }) => `${mark}${title}`);
      const known = lines.get(`${start}${end}`);
      if (known === undefined) lines.set(`${start}${end}`, { start, end, names: [cluster], titles });
      else known.names.push(cluster);
    }
  return [...lines.values()].map(({ start, end, names, titles }) => ({
    line: `${start}${clusters.length === 1 ? '' : ` in ${escapeMarkdown(namesOf(names))}`}${end}`,
    keys: names.flatMap((name) => titles.map((title) => `${name}\0${title}`)),
  }));
};

interface Item {
  readonly names: readonly string[];
  readonly object: ObjectDiff;
}

/** For the last line. */
const RESERVED = 400;

const rank = ({ object }: Item): number => {
  const refused = object.effects.some(({ kind }) => kind === 'refused' || kind === 'lost');
  const restarts = object.effects.some(({ kind }) => kind === 'restart');
  return object.isLoss ? -1 : refused ? 1.5 : DANGER.indexOf(object.mark) - (restarts ? 0.5 : 0);
};

const HEADS = 20;

const headList = (clusters: readonly LabelledDiff[], isBeside: boolean): readonly string[] => {
  const lines = headLines(clusters, isBeside).map(
    ({ names, text }) => `- **${escapeMarkdown(names)}**: ${escapeMarkdown(text)}`,
  );
  return lines.length <= HEADS ? lines : [...lines.slice(0, HEADS), `- and ${lines.length - HEADS} more`];
};

const titleOf = ({ names, object }: Item, isAlone: boolean): string => {
  const effects = object.effects.map(({ text }) => text).join('; ');
  return `${codeSpan(`${object.mark} ${object.title}`)}${isAlone ? '' : ` in ${escapeMarkdown(namesOf(names))}`}${effects === '' ? '' : `: ${escapeMarkdown(effects)}`}`;
};

const lineOf = (item: Item, isAlone: boolean): string => `- ${titleOf(item, isAlone)}`;

const details = (item: Item, isAlone: boolean): string => {
  const { fields, noise } = item.object;
  if (fields.length === 0)
    return `${lineOf(item, isAlone)}${noise > 0 ? ' (only checksums and version labels differ)' : ''}\n`;
  const lines = fields.flatMap((field) => {
    const { line, lines: inside } = printField(field);
    return [line, ...inside.map((one) => `  ${one}`)];
  });
  const fence = fenceFor(lines);
  const effects = item.object.effects.map(({ text }) => text).join('; ');
  const summary = `<code>${escapeHtml(`${item.object.mark} ${item.object.title}`)}</code>${isAlone ? '' : ` in ${escapeHtml(namesOf(item.names))}`}${effects === '' ? '' : `: ${escapeHtml(effects)}`}`;
  return `<details><summary>${summary}</summary>\n\n${fence}\n${lines.join('\n')}\n${fence}\n\n</details>\n`;
};

/** Longer than any run of backticks inside. */
const fenceFor = (lines: readonly string[]): string => {
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)));
  return '`'.repeat(longest + 1);
};

/** A name must not call a person. */
const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/@/g, '@\u200b').replace(/\s+/g, ' ');

/** Takes parts while there is room. */
const openText = (most: number) => {
  const parts: string[] = [];
  let length = 0;
  return {
    add: (part: string): boolean => {
      if (length + part.length > most) return false;
      parts.push(part);
      length += part.length;
      return true;
    },
    done: () => parts.join(''),
  };
};
