import { checkRules, hasRules, type RuleOptions } from './cel/check-rules.js';
import { withDefaults } from './defaults.js';
import type { KindSchemas } from './package-schemas.js';
import type { Path, SchemaProblem } from './schema-problem.js';
import { validateObject } from './validate.js';

export interface CheckObjectOptions {
  /** Values of which nothing is known but their type. */
  readonly open?: readonly Path[];
  readonly onFault?: RuleOptions['onFault'];
}

const begins = (path: Path, start: Path): boolean => start.every((part, index) => path[index] === part);

/**
 * What the API server would refuse of an object, in the order in which it looks: defaults, schema, and, where nothing
 * is in their way, CEL rules.
 *
 * @param version of the object's apiVersion; one of `schemas.versions`
 */
export const checkObject = (
  schemas: KindSchemas,
  version: string,
  object: unknown,
  options: CheckObjectOptions = {},
): readonly SchemaProblem[] => {
  const schema = schemas.versions[version]!;
  const open = options.open ?? [];
  const value = withDefaults(schema, object);
  const problems: SchemaProblem[] = [];
  validateObject(schema, value, schemas, (problem) => {
    // Of a text that is known only in the cluster, its type is all that can be judged.
    if (problem.about === 'form' && open.some((path) => begins(path, problem.path))) return;
    problems.push(problem);
  });
  if (!hasRules(schema) || problems.some(({ blocking }) => blocking)) return problems;
  checkRules(
    schema,
    value,
    {
      isOpen: (path) => open.some((one) => begins(one, path)),
      vetted: schemas.vetted,
      asts: schemas.asts,
      onFault: options.onFault ?? (() => {}),
    },
    (problem) => problems.push(problem),
  );
  return problems;
};
