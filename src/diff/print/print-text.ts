import type { ObjectDiff } from '../compare-states.js';
import type { DiffResult } from '../run-diff.js';
import { contractBlocks, contractOrders } from './contract-block.js';
import { groupClusters, namesOf } from './group-clusters.js';
import { headLines } from './head-lines.js';
import { notComparedText } from './not-compared-text.js';
import { printField } from './print-field.js';

/** Colours of a terminal; each function gives its text back where there are none. */
export interface Paint {
  readonly add: (text: string) => string;
  readonly remove: (text: string) => string;
  readonly change: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const asItIs = (text: string): string => text;
export const noPaint: Paint = { add: asItIs, remove: asItIs, change: asItIs, strong: asItIs, faint: asItIs };

const colour =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`;
export const terminalPaint: Paint = {
  add: colour(32),
  remove: colour(31),
  change: colour(33),
  strong: colour(1),
  faint: colour(2),
};

/** The differences as text. */
export const printDiffText = (
  { clusters, compared, notCompared, isBeside, showsExamples }: DiffResult,
  paint: Paint = noPaint,
): string => {
  const leftOut = notCompared.length === 0 ? '' : `${paint.remove('not compared:')} ${notComparedText(notCompared)}\n`;
  if (clusters.length === 0) {
    return `${compared === 0 ? '' : `nothing ${leftOut === '' ? '' : 'else '}differs\n`}${leftOut}`;
  }
  const heads = headLines(clusters, isBeside).map(({ names, text }) => `${paint.strong(`${names}:`)} ${text}\n`);
  const shown = clusters.map((one) => (one.isNew && !isBeside ? { ...one, objects: [] } : one));
  const groups = groupClusters(shown);
  const isAlone = clusters.length === 1;
  const blocks = groups.map(({ clusters: names, objects }) => {
    const head = isAlone ? '' : `\n${paint.strong(namesOf(names))}\n`;
    return head + objects.map((one) => printObject(one, paint)).join('');
  });
  const orders = contractOrders({ clusters, isBeside }).map((text) => `  ${paint.remove(`! ${text}`)}\n`);
  const contract = [
    ...contractBlocks(clusters).map(
      ({ title, names, lines }) =>
        `\n${paint.strong(title)}${names === '' ? '' : ` (${names})`}\n${lines.map((line) => `  ${paintLine(line, paint)}\n`).join('')}`,
    ),
    ...orders,
  ].join('');
  const noise = clusters.flatMap(({ cluster, noise: titles }) =>
    titles.length === 0 ? [] : `${isAlone ? '' : `${cluster}: `}${noiseText(titles)}\n`,
  );
  const note = showsExamples ? `\n${paint.faint(`${EXAMPLES}\n`)}` : '';
  const folded = noise.length === 0 ? '' : `\n${paint.faint(noise.join(''))}`;
  return [...heads, ...blocks, contract, folded, note, leftOut === '' ? '' : `\n${leftOut}`].join('');
};

export const EXAMPLES = "Values from Terraform are the contract's examples; --inputs FILE gives the real ones.";

const printObject = ({ mark, title, fields, noise, effects }: ObjectDiff, paint: Paint): string => {
  const painted = mark === '+' ? paint.add : mark === '~' || mark === '→' ? paint.change : paint.remove;
  const lines = [
    `  ${painted(mark)} ${title}`,
    ...effects.map(
      ({ text, kind }) => `      ${kind === 'refused' || kind === 'lost' ? paint.remove(`! ${text}`) : `! ${text}`}`,
    ),
    ...fields.flatMap((field) => {
      const { line, lines: inside } = printField(field);
      return [`      ${line}`, ...inside.map((one) => `        ${paintLine(one, paint)}`)];
    }),
    ...(noise === 0 || fields.length > 0 ? [] : [`      ${paint.faint('only checksums and version labels differ')}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
};

const paintLine = (line: string, paint: Paint): string =>
  line.startsWith('+') ? paint.add(line) : line.startsWith('-') ? paint.remove(line) : line;

export const noiseText = (titles: readonly string[]): string =>
  `${titles.length} ${titles.length === 1 ? 'object differs' : 'objects differ'} only in checksums and version labels: ${titles.slice(0, NAMED).join(', ')}${titles.length > NAMED ? ` and ${titles.length - NAMED} more` : ''}`;

const NAMED = 6;
