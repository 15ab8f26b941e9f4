import { escapePattern } from '../../json/escape-pattern.js';
import { constant, join, missing, ofList, opaque, textsOf, type Value } from './value.js';

/** A pattern of `.Files.Glob` (gobwas/glob with `/` between names). */
const globOf = (pattern: string): RegExp => {
  const source = pattern.replace(/\*\*|\*|\?|\{[^{}]*\}|\[[^\]]*\]|[\s\S]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.length > 1 && part.startsWith('{')) {
      const options = part.slice(1, -1).split(',');
      return `(?:${options.map((one) => globOf(one).source.slice(1, -1)).join('|')})`;
    }
    return part.length > 1 && part.startsWith('[') ? '[^/]' : escapePattern(part);
  });
  return new RegExp(`^${source}$`);
};

/** A method of `.Files`; undefined where the value is something else. */
export const filesMethod = (value: Value, name: string, args: readonly Value[]): Value | undefined => {
  const [only] = value;
  if (value.length !== 1 || only?.kind !== 'files') return undefined;
  const { files } = only;
  const names = textsOf(args[0] ?? missing);
  switch (name) {
    case 'Get':
    case 'GetBytes':
      return names === undefined ? opaque : join(...names.map((one) => constant(files.get(one) ?? '')));
    case 'Glob': {
      if (names === undefined) return value;
      const globs = names.map(globOf);
      const found = [...files].filter(([path]) => globs.some((glob) => glob.test(path)));
      return [{ kind: 'files', files: new Map(found) }];
    }
    case 'AsConfig':
    case 'AsSecrets':
      return constant([...files.values()].join('\n'));
    case 'Lines':
      return ofList([], opaque);
    default:
      return opaque;
  }
};
