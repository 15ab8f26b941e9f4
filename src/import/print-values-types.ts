import { formatTypes } from './format-types.js';
import { ImportError, type ReportProblem } from './import-problem.js';
import type { Shape } from './shape.js';
import { planDefinitions } from './type-definitions.js';

/**
 * Interfaces for a shape, the root's named `rootName`. Loads json-schema-to-typescript.
 *
 * @throws ImportError where the library is not installed
 */
export const printValuesTypes = async (root: Shape, rootName: string, report: ReportProblem): Promise<string> => {
  const library = await import('json-schema-to-typescript').catch(() => {
    throw new ImportError({
      at: 'json-schema-to-typescript',
      message: 'the types of a chart are written with "json-schema-to-typescript", which is not installed here',
      fix: 'type: npm install --save-dev json-schema-to-typescript',
    });
  });
  try {
    const schema = planDefinitions(root, rootName) as Parameters<typeof library.compile>[0];
    const code = await library.compile(schema, rootName, {
      additionalProperties: false,
      bannerComment: '',
      format: false,
      ignoreMinAndMaxItems: true,
      unknownAny: true,
      // A definition that is not reached would be an unused interface.
      unreachableDefinitions: false,
      $refOptions: { resolve: { file: false, http: false, external: false } },
    });
    return formatTypes(code);
  } catch (error) {
    // The schema is of our own making, so this is not expected; still, an open type is better than none.
    report({
      severity: 'warning',
      at: rootName,
      message: `json-schema-to-typescript failed: ${error instanceof Error ? error.message : String(error)}`,
      fix: 'nothing to do: the values stay open; please report the chart',
    });
    return `export type ${rootName} = Record<string, unknown>;\n`;
  }
};
