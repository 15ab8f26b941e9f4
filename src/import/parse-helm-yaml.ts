import { holdsMoreThan } from '../json/holds-more-than.js';
import { DEEPEST, isDeeperThan } from '../json/is-deeper-than.js';
import type { Json } from '../json/json-value.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';
import { YamlError } from '../yaml/yaml-error.js';
import type { ReportProblem } from './import-problem.js';

/** The largest known default values are some 5,000. Aliases count for all that they stand for. */
const MOST_VALUES = 100_000;

/**
 * YAML as Helm reads it: `yes` is true, `0o17` is 15, merge keys work. Undefined where it cannot be read, with a problem
 * that names the line.
 *
 * @param file as the problem names it
 */
export const parseHelmYaml = (text: string, file: string, report: ReportProblem): Json | undefined => {
  const fail = (reason: string, at: string): undefined => {
    report({
      severity: 'warning',
      at,
      message: `${file} cannot be read: ${reason}`,
      fix: 'fix the file; until then its default values are unknown',
    });
  };
  try {
    const [document = null, ...others] = parseYamlDocuments(text, 'helm');
    // Integers are rounded by default, so that there is no bigint in it.
    if (isDeeperThan(document, DEEPEST))
      return fail(`it is nested deeper than the ${DEEPEST} levels that are read`, file);
    if (others.length > 0) return fail('it has several documents, and Helm reads only the first', file);
    if (holdsMoreThan(document, MOST_VALUES))
      return fail(`it holds more than the ${MOST_VALUES} values that are read`, file);
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
