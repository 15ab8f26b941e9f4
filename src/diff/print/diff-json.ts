import { orderOf } from '../../contract/index.js';
import { isObject } from '../../json/is-object.js';
import type { ObjectDiff } from '../compare-states.js';
import { asShown, differInSecret, isRedacted } from '../redact.js';
import type { DiffResult } from '../run-diff.js';
import { summarySentence } from './summary-sentence.js';

/** The differences for programs. */
export const diffJson = (result: DiffResult): object => ({
  ...(result.isBeside || result.clusters.length === 0 ? {} : { summary: summarySentence(result) }),
  ...listJson(result),
});

const listJson = ({ clusters, compared, notCompared, isBeside }: DiffResult): object => ({
  compared,
  notCompared,
  clusters: clusters.map(({ cluster, from, to, isNew, objects, noise, contract }) => ({
    cluster,
    from,
    to,
    isNew,
    objects: objects.map(objectJson),
    noise,
    contract: contract.map(({ mark, input, addons, details, isTerraforms }) => ({
      change: CHANGES[mark],
      input,
      addons,
      details,
      isTerraforms,
    })),
    ...orderJson(orderOf(contract), isNew || isBeside),
  })),
});

/** Which of Terraform and the merge comes first: `apply-first`, `merge-first`, or `two-changes`. */
const orderJson = (order: ReturnType<typeof orderOf>, isFree: boolean): object =>
  order === undefined || isFree ? {} : { terraform: order };

/** One object that differs. */
export const objectJson = ({
  mark,
  id: { group, kind, namespace, name },
  previousName,
  owners,
  title,
  isLoss,
  fields,
  noise,
  effects,
}: ObjectDiff): object => ({
  change: CHANGES[mark],
  group,
  kind,
  ...(namespace === '' ? {} : { namespace }),
  name,
  ...(previousName === undefined ? {} : { previousName }),
  owners,
  title,
  isLoss,
  effects: effects.map(({ text, kind: how, isUnsure }) => ({
    text,
    kind: how,
    ...(isUnsure === true ? { isUnsure } : {}),
  })),
  fields: fields.map(({ path, from, to, isOrder, isText }) => ({
    path,
    ...(from === undefined ? {} : { from: publicValue(from) }),
    ...(to === undefined ? {} : { to: publicValue(to) }),
    ...(isRedacted(from) || isRedacted(to) || (isOrder !== true && differInSecret(from, to)) ? { isSecret: true } : {}),
    ...(isOrder === true ? { isOrder } : {}),
    ...(isText === true ? { isText } : {}),
  })),
  noise,
});

const CHANGES = {
  '+': 'create',
  '~': 'change',
  '→': 'newOwner',
  '±': 'replace',
  '-': 'delete',
  '○': 'leftBehind',
} as const;

const publicValue = (value: unknown): unknown => {
  if (typeof value === 'string') return asShown(value);
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(publicValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, publicValue(member)]));
};
