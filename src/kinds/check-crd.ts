import type { ImportProblem } from '../charts/import-problem.js';
import { printPath } from '../json/json-path.js';
import { describeViolation } from '../schema/describe-violation.js';
import { fixViolation } from '../schema/fix-violation.js';
import type { SchemaChecker } from '../schema/schema-checker.js';

/** Longer values say nothing that the place does not. */
const MAX_SHOWN = 60;

/**
 * What the API server refuses of a CRD, as synth says it of one in the tree: its names, its group, which becomes the name
 * of a file, its schemas and their rules. A field that it doesn't know is dropped, and told as a warning.
 *
 * @param label as messages name its file
 */
export const checkCrd = (
  crd: Readonly<Record<string, unknown>>,
  label: string,
  { known, checkObject }: SchemaChecker,
): readonly ImportProblem[] => {
  const { name = '?', annotations } = (crd['metadata'] ?? {}) as Readonly<Record<string, unknown>>;
  // What a cluster adds to it is none of the author's.
  const authored = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name, ...(annotations === undefined ? {} : { annotations }) },
    spec: crd['spec'],
  };
  const kind = known.find('apiextensions.k8s.io', 'CustomResourceDefinition')!;
  return checkObject(kind, 'v1', authored).map((violation): ImportProblem => {
    const { value } = violation;
    const text = value === undefined || typeof value === 'object' ? '' : JSON.stringify(value);
    const shown = text === '' || text.length > MAX_SHOWN ? '' : `, and has ${text}`;
    const words = `"${printPath(violation.path)}" ${describeViolation(violation, 'api-server')}${shown}`;
    const isDropped = violation.kind === 'unknown-key';
    return {
      severity: isDropped ? 'warning' : 'error',
      at: label,
      message: isDropped ? `CRD "${String(name)}": ${words}` : `the API server refuses CRD "${String(name)}": ${words}`,
      fix: fixViolation(violation, 'api-server'),
    };
  });
};
