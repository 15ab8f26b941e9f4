import { Use } from './abstract-value.js';
import { field, mark } from './marks.js';
import { join, missing, opaque, textsOf, type Value } from './value.js';

/**
 * A method of `.Values`, which Go prefers to a key of its name; undefined where the value is something else.
 * https://pkg.go.dev/helm.sh/helm/v4/pkg/chart/common#Values
 */
export const valuesMethod = (value: Value, name: string, args: readonly Value[]): Value | undefined => {
  const [only] = value;
  if (value.length !== 1 || only?.kind !== 'values' || !only.node.isRoot) return undefined;
  switch (name) {
    case 'AsMap':
      return value;
    case 'YAML':
      mark(value, Use.whole);
      return [{ kind: 'yaml', of: value }];
    case 'Table':
    case 'PathValue': {
      const paths = textsOf(args[0] ?? missing);
      if (paths !== undefined)
        return join(...paths.map((path) => path.split('.').reduce((at, key) => field(at, key), value)));
      mark(value, Use.whole);
      return opaque;
    }
    default:
      return undefined;
  }
};
