import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Violation, ViolationKind } from '../../schema/violation.js';
import type { Patch } from '../languages/patch.js';
import { PatchError } from './patch-error.js';
import { mergeStrategically } from './strategic-merge.js';

/** The part of an unknown object that a patch writes. */
export const partialObjects = (patch: Patch, apiVersion: string, kind: string): readonly JsonObject[] => {
  const empty = { apiVersion, kind, metadata: { name: 'any' } };
  if (patch.kind === 'merge') {
    return patch.objects.flatMap((document): readonly JsonObject[] => {
      try {
        const written = mergeStrategically(empty, document, true);
        return written === undefined ? [] : [written];
      } catch (error) {
        if (error instanceof PatchError) return [];
        throw error;
      }
    });
  }
  return patch.operations.flatMap(({ op, path, value }): readonly JsonObject[] => {
    if ((op !== 'add' && op !== 'replace') || typeof path !== 'string' || !path.startsWith('/')) return [];
    const steps = path
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const written = steps.reduceRight<unknown>(
      (inner, step) => (/^(?:-|-?\d+)$/.test(step) ? [inner] : { [step]: inner }),
      value,
    );
    if (!isObject(written)) return [];
    const metadata = isObject(written['metadata']) ? written['metadata'] : {};
    return [{ ...empty, ...written, metadata: { ...empty.metadata, ...metadata } }];
  });
};

/** Whether a violation in a part of an object holds whatever the rest of the object is. */
export const isCertain = ({ kind }: Violation): boolean => CERTAIN.has(kind);

const CERTAIN: ReadonlySet<ViolationKind> = new Set([
  'type',
  'enum',
  'bound',
  'pattern',
  'format',
  'unknown-key',
  'newer-field',
  'key-name',
  'label-value',
]);
