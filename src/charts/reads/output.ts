import { Use } from './abstract-value.js';
import { mark, passOn } from './marks.js';
import { chosen, constant, isChosen, join, opaque, type Value } from './value.js';

/** Of one text; more are any text. */
const MOST_TEXTS = 16;
/** A longer text isn't one that templates compare or parse. */
const LONGEST_TEXT = 100_000;

/** Fields of Kubernetes' own kinds that are whole numbers, whatever object they are in. */
const INTEGERS: ReadonlySet<string> = new Set([
  'replicas',
  'minReplicas',
  'maxReplicas',
  'revisionHistoryLimit',
  'terminationGracePeriodSeconds',
  'progressDeadlineSeconds',
  'minReadySeconds',
  'containerPort',
  'hostPort',
  'nodePort',
  'initialDelaySeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
]);

/** Lists of texts, to whose name no chart gives another meaning. Go prints `[a]`, which YAML reads as a list. */
const LISTS: ReadonlySet<string> = new Set(['args', 'command']);

const ONE_KEY = /^\s*(?:- )?"?([\w./-]+)"?:\s*$/;

/** What a template prints, as far as it can be known. */
export interface Output {
  readonly print: (text: string) => void;
  /** @param next the text behind it, if there is any */
  readonly emit: (value: Value, next: string | undefined) => void;
  /** For what a branch prints, which {@link join} then takes. */
  readonly branch: () => Output;
  readonly join: (branches: readonly Output[]) => void;
  /** Takes what one round of a loop prints. */
  readonly loop: (round: Output) => void;
  readonly text: () => Value;
  /** What stands on the line so far. */
  readonly line: () => string;
}

const isBlank = (value: Value): boolean =>
  value.every((atom) => atom.kind === 'constant' && String(atom.value ?? '').trim() === '');

const concat = (segments: readonly Value[]): Value => {
  const printed = segments.filter((segment) => !isBlank(segment));
  const [only] = printed;
  if (printed.length === 1 && only!.some((atom) => atom.kind === 'yaml')) return only!;
  let texts: string[] | undefined = [''];
  for (const segment of segments) {
    const constants = segment.flatMap((atom) => (atom.kind === 'constant' ? [String(atom.value ?? '')] : []));
    const isKnown = constants.length === segment.length && texts !== undefined;
    if (!isKnown || texts.length * constants.length > MOST_TEXTS || (texts[0]?.length ?? 0) > LONGEST_TEXT) {
      texts = undefined;
      break;
    }
    texts = texts.flatMap((text) => constants.map((one) => text + one));
  }
  if (texts !== undefined) return join(...texts.map(constant));
  for (const segment of printed) passOn(segment.filter((atom) => atom.kind === 'yaml'));
  return printed.some(isChosen) ? chosen : opaque;
};

export const openOutput = (before = ''): Output => {
  const segments: Value[] = [];
  let line = before;

  const follow = (text: string): void => {
    const end = text.lastIndexOf('\n');
    line = end < 0 ? line + text : text.slice(end + 1);
  };

  return {
    print(text) {
      segments.push(constant(text));
      follow(text);
    },
    emit(value, next) {
      const key = ONE_KEY.exec(line)?.[1];
      const isAlone = key !== undefined && (next === undefined || /^\s*(\n|$)/.test(next));
      const other = isAlone && LISTS.has(key) ? Use.printed | Use.isList : Use.printed;
      const use = isAlone && INTEGERS.has(key) ? Use.integer : other;
      const shown = value.map((atom) => {
        if (atom.kind === 'constant' || atom.kind === 'yaml') return [atom];
        mark([atom], use);
        return isChosen([atom]) ? chosen : opaque;
      });
      segments.push(join(...shown));
      line += '?';
    },
    branch: () => openOutput(line),
    join(branches) {
      const text = join(...branches.map((branch) => branch.text()));
      if (isBlank(text) && text.every((atom) => atom.kind === 'constant' && atom.value === '')) return;
      segments.push(text);
      line = branches.find((branch) => branch.line() !== line)?.line() ?? line;
    },
    loop(round) {
      const text = round.text();
      if (isBlank(text)) return;
      passOn(text.filter((atom) => atom.kind === 'yaml'));
      segments.push(opaque);
      line = round.line();
    },
    text: () => concat(segments),
    line: () => line,
  };
};
