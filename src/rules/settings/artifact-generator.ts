import { leadsAbove } from '../../flux/leads-above.js';
import { objectsOf } from '../../json/as-shape.js';
import { type Judge, literal, type SettingFault } from './setting.js';

/** The index of the first duplicate in a list; -1 if there is none. */
const twice = (all: readonly unknown[]): number => all.findIndex((one, index) => all.indexOf(one) < index);

/** https://github.com/fluxcd/source-watcher/blob/main/internal/controller/artifactgenerator_validation.go */
const names: Judge = ({ sources, artifacts }) => {
  const aliases = objectsOf(sources).map(({ alias }) => literal(alias) ?? {});
  const alias = twice(aliases);
  if (alias >= 0) {
    return {
      path: `spec.sources[${alias}].alias`,
      what: `has two sources with the alias "${String(aliases[alias])}"`,
      says: `duplicate source alias '${String(aliases[alias])}' found`,
      fix: 'give each source an alias of its own',
    };
  }
  const given = objectsOf(artifacts).map(({ name }) => literal(name) ?? {});
  const name = twice(given);
  return name < 0
    ? undefined
    : {
        path: `spec.artifacts[${name}].name`,
        what: `has two artifacts with the name "${String(given[name])}"`,
        says: `duplicate artifact name '${String(given[name])}' found`,
        fix: 'give each artifact a name of its own',
      };
};

/** The alias in `@alias` or `@alias/path`. */
const aliasOf = (text: string): string | undefined => /^@([^/]*)/.exec(text)?.[1];

const sourcesRule: Judge = ({ sources, artifacts, pathPattern }) => {
  const known = new Set(objectsOf(sources).map(({ alias }) => alias));
  if ([...known].some((alias) => literal(alias) === undefined)) return undefined;
  const judge = (path: string, value: unknown, says: (alias: string) => string): SettingFault | undefined => {
    const alias = aliasOf(literal(value) ?? '');
    if (alias === undefined || alias.includes('{') || known.has(alias)) return undefined;
    return {
      path,
      what: `names the source "@${alias}", and no source has that alias`,
      says: says(alias),
      fix: `name one of ${[...known].map((one) => `@${String(one)}`).join(', ')}`,
    };
  };
  const found = judge('spec.pathPattern', pathPattern, (alias) => `source alias ${alias} not found in local sources`);
  if (found !== undefined) return found;
  for (const [index, { name, revision, copy }] of objectsOf(artifacts).entries()) {
    const at = `spec.artifacts[${index}]`;
    const fault =
      judge(
        `${at}.revision`,
        revision,
        (alias) => `artifact ${String(name)} revision source alias '${alias}' not found`,
      ) ??
      objectsOf(copy)
        .map(({ from }, step) =>
          judge(`${at}.copy[${step}].from`, from, (alias) => `source alias '${alias}' not found`),
        )
        .find((one) => one !== undefined);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** https://github.com/fluxcd/source-watcher/blob/main/internal/builder/builder.go */
const copies: Judge = ({ artifacts }) => {
  for (const [index, { copy }] of objectsOf(artifacts).entries()) {
    for (const [step, { from, to, strategy }] of objectsOf(copy).entries()) {
      const at = `spec.artifacts[${index}].copy[${step}]`;
      for (const [field, value] of Object.entries({ from, to })) {
        const text = literal(value);
        if (text === undefined || !/^@[^/]+\/(?:.*\/)?\.\.(?:\/|$)/.test(text) || !leaves(text)) continue;
        return {
          path: `${at}.${field}`,
          what: `copies ${field} ${JSON.stringify(text)}, which leads out of ${field === 'to' ? 'the artifact' : 'the source'}`,
          says: 'path escapes from parent',
          fix: 'write a path below it, without ..',
        };
      }
      const text = literal(from);
      if (strategy !== 'Extract' || text === undefined || /[*?[\]{}]|\.(?:tar\.gz|tgz)$/.test(text)) continue;
      return {
        path: `${at}.from`,
        what: `extracts ${JSON.stringify(text)}, which isn't an archive by its name`,
        says: `extract strategy requires tarball file (.tar.gz or .tgz), got '${text.replace(/^@[^/]*\//, '')}'`,
        fix: 'name a file that ends in .tar.gz or .tgz, or leave strategy out',
      };
    }
  }
  return undefined;
};

/** Whether a path behind an alias leads above its start. */
const leaves = (text: string): boolean => leadsAbove(text.split('/').slice(1).join('/'));

const CAPTURE = /^[A-Za-z_]\w*$/;

/** The captures in a text, or the problem with them. */
const capturesOf = (text: string): readonly string[] | string => {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '}') return 'has a } without a {';
    if (text[at] !== '{') continue;
    const end = text.indexOf('}', at);
    if (end < 0) return 'has a { without a }';
    const name = text.slice(at + 1, end);
    if (!CAPTURE.test(name)) return `has the capture "{${name}}", which isn't a name`;
    found.push(name);
    at = end;
  }
  return found;
};

/** https://github.com/fluxcd/source-watcher/blob/main/internal/controller/artifactgenerator_pathpattern.go */
const pattern: Judge = ({ pathPattern, artifacts }) => {
  const text = literal(pathPattern);
  if (text === undefined) return undefined;
  const fix = 'write captures as names in braces, each once: @apps/{app}/{env}';
  const captures = capturesOf(text);
  if (typeof captures === 'string') {
    return { path: 'spec.pathPattern', what: `has a pathPattern that ${captures}`, says: 'invalid capture', fix };
  }
  const double = captures[twice(captures)];
  if (double !== undefined) {
    const says = `duplicate capture variable "${double}"`;
    return { path: 'spec.pathPattern', what: `captures "${double}" twice in its pathPattern`, says, fix };
  }
  for (const [index, { name, copy }] of objectsOf(artifacts).entries()) {
    const texts: readonly (readonly [string, unknown])[] = [
      [`spec.artifacts[${index}].name`, name],
      ...objectsOf(copy).flatMap(({ from, to }, step) => [
        [`spec.artifacts[${index}].copy[${step}].from`, from] as const,
        [`spec.artifacts[${index}].copy[${step}].to`, to] as const,
      ]),
    ];
    for (const [path, value] of texts) {
      const used = capturesOf(literal(value) ?? '');
      const unknown = typeof used === 'string' ? undefined : used.find((one) => !captures.includes(one));
      if (typeof used !== 'string' && unknown === undefined) continue;
      return {
        path,
        what:
          typeof used === 'string'
            ? `has a text that ${used}`
            : `reads {${unknown}}, which its pathPattern doesn't capture`,
        says:
          typeof used === 'string' ? 'invalid template' : `capture variable "${unknown}" is not defined by pathPattern`,
        fix: `read what it captures: ${captures.map((one) => `{${one}}`).join(', ') || 'nothing'}`,
      };
    }
  }
  return undefined;
};

export const artifactGeneratorSettings: readonly Judge[] = [names, sourcesRule, copies, pattern];
