import { holdsMoreThan } from '../json/holds-more-than.js';
import { DEEPEST, isDeeperThan } from '../json/is-deeper-than.js';
import { isObject } from '../json/is-object.js';
import { isJsonArray, type Json } from '../json/json-value.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { ReportProblem } from './import-problem.js';

/** The largest known default values are some 5,000. Aliases count for all that they stand for. */
const MOST_VALUES = 100_000;

/** The text of UTF-8 bytes; undefined where they aren't UTF-8. */
const utf8 = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/**
 * YAML as Helm reads it: `yes` is true, `0o17` is 15, merge keys work. Undefined where it cannot be read, with a problem
 * that names the line; so is what isn't a map: Helm loads no chart with it.
 *
 * @param file as the problem names it
 */
export const parseHelmYaml = (bytes: Buffer, file: string, report: ReportProblem): Json | undefined => {
  const fail = (reason: string, at: string): undefined => {
    report({
      severity: 'warning',
      at,
      message: `${file} cannot be read: ${reason}`,
      fix: 'fix the file; until then its default values are unknown',
    });
  };
  const text = utf8(bytes);
  if (text === undefined) return fail("it isn't UTF-8", file);
  try {
    const [document = null, ...others] = parseYamlDocuments(text, 'sigs-yaml');
    // Integers are rounded by default, so that there is no bigint in it.
    if (isDeeperThan(document, DEEPEST))
      return fail(`it is nested deeper than the ${DEEPEST} levels that are read`, file);
    if (others.length > 0) return fail('it has several documents, and Helm reads only the first', file);
    if (holdsMoreThan(document, MOST_VALUES))
      return fail(`it holds more than the ${MOST_VALUES} values that are read`, file);
    if (document !== null && !isObject(document))
      return fail(
        `it holds ${isJsonArray(document as Json) ? 'a list' : 'a single value'}, and Helm takes a map`,
        file,
      );
    return document as Json;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { line, column } = error;
    return fail(reasonOf(error), [file, line, column].filter((part) => part !== undefined).join(':'));
  }
};

const reasonOf = ({ kind, alias, problem }: YamlError): string => {
  switch (kind) {
    case 'unknown-anchor':
      return `Unresolved alias: no anchor before it is called ${alias}`;
    case 'alias-loop':
      return `the alias *${alias} stands inside of what it names`;
    case 'too-many-aliases':
      return 'its aliases of aliases unfold to too many values';
    default:
      return problem;
  }
};
