import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { fieldsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import { annotationsOf } from '../../json/manifest-fields.js';
import { readField } from '../../json/read-field.js';

/** The ALB of an Ingress, from the AWS load balancer controller or from EKS itself. */
export interface AlbOfIngress {
  /** The group of Ingresses that share the ALB. @default - the Ingress has its own ALB */
  readonly group: string | undefined;
  /** The scheme in its annotation. `undefined` if the class sets it. */
  readonly scheme: unknown;
  /** Whether the tree lacks the parameters of its class. */
  readonly isOpen: boolean;
}

const CLASS = 'kubernetes.io/ingress.class';
const ALB = 'alb.ingress.kubernetes.io/';
const controllers: readonly unknown[] = ['ingress.k8s.aws/alb', 'eks.amazonaws.com/alb'];

export const isIngress = ({ id }: OwnedObject): boolean => id.group === 'networking.k8s.io' && id.kind === 'Ingress';

export const classOfIngress = (json: JsonObject): string => {
  const name = annotationsOf(json)[CLASS] ?? readField(json, 'spec.ingressClassName');
  return typeof name === 'string' ? name : '';
};

/** Whether GKE has a load balancer for an Ingress, whose address is lost with it. */
export const hasAddressOfGke = (json: JsonObject): boolean =>
  ['gce', 'gce-internal'].includes(classOfIngress(json)) &&
  ['global', 'regional'].every(
    (scope) => annotationsOf(json)[`kubernetes.io/ingress.${scope}-static-ip-name`] === undefined,
  );

/** Finds a class by name in the tree. */
export const findClass = (name: string, { index }: ClusterState): JsonObject | undefined =>
  index.ofKind('networking.k8s.io', 'IngressClass').find(({ id }) => id.name === name)?.holdings[0].json;

/** `undefined` if neither controller is known to handle the Ingress. */
export const albOf = (json: JsonObject, state: ClusterState): AlbOfIngress | undefined => {
  const name = classOfIngress(json);
  const found = findClass(name, state);
  const isAlb = found === undefined ? name === 'alb' : controllers.includes(readField(found, 'spec.controller'));
  if (!isAlb) return undefined;
  const annotations = annotationsOf(json);
  const isByAnnotation = annotations[CLASS] !== undefined;
  const params = isByAnnotation ? undefined : readField(found ?? {}, 'spec.parameters.name');
  const known = state.index.ofKind('elbv2.k8s.aws', 'IngressClassParams').find(({ id }) => id.name === params);
  const { group, scheme } = fieldsOf(params === undefined ? undefined : known?.holdings[0].json['spec']);
  const shared = fieldsOf(group)['name'] ?? annotations[`${ALB}group.name`];
  return {
    group: typeof shared === 'string' && shared !== '' ? shared : undefined,
    scheme: scheme === undefined ? annotations[`${ALB}scheme`] : undefined,
    isOpen:
      found === undefined ? !isByAnnotation && hasParamsOfChart(state) : params !== undefined && known === undefined,
  };
};

/** Whether the controller's chart makes the class, possibly with parameters. */
const hasParamsOfChart = ({ index }: ClusterState): boolean =>
  index
    .ofKind('helm.toolkit.fluxcd.io', 'HelmRelease')
    .some(({ holdings }) => readField(holdings[0].json, 'spec.values.ingressClassParams.spec') !== undefined);
