/**
 * Where a chart takes more than its default value shows. Charts copy such sections into Kubernetes objects as they
 * are, so the names of Kubernetes' fields say what fits.
 */

/** Maps of text to text whose keys no one can list. */
const TEXT_MAP = /(labels|annotations|nodeselector|selector|tags)$/i;
/** Those of Kubernetes' own API, under names that mean nothing else. */
const KUBERNETES_TEXT_MAP = /^nodeSelector$|^(pod|deployment|service|serviceAccount)?(annotations|labels)$/i;
/** Maps of resource names to quantities. */
const QUANTITY_MAP = /^(limits|requests)$/;
/** Objects of Kubernetes' own API, of which defaults show a few fields. */
const KUBERNETES_OBJECT =
  /(securityContext|affinity|(liveness|readiness|startup)Probe|lifecycle|dnsConfig|seccompProfile|seLinuxOptions|appArmorProfile|capabilities|strategy|rollingUpdate|resources|emptyDir|behavior|httpGet|tcpSocket|exec|volumeClaimTemplate|(config|secret)(Map)?(Key)?Ref|valueFrom|objectSelector|namespaceSelector)$/i;
/** Lists of Kubernetes' own API, under names that mean nothing else. */
const KUBERNETES_LIST = /^(tolerations|topologySpreadConstraints|imagePullSecrets|hostAliases|envFrom|command|args)$/i;
/** IntOrString in Kubernetes, and quantities: `1`, `'50%'`, `'500m'`. */
const INT_OR_STRING =
  /((max|min)(unavailable|available|surge)|^targetPort|^(cpu|memory|storage|ephemeral-storage)|sizeLimit|^quantity)$/i;
/** `port` of a service is a number, `port` of a probe also a name. */
const PORT_OWNER = /^(httpGet|tcpSocket)$/;
/** A number, a percentage or an amount of memory, written as text. Not `500m`, since `10m` is also ten minutes. */
const NUMERIC_TEXT = /^-?\d+(\.\d+)?(%|[KMGTPE]i)?$/;

export type Openness = 'text-map' | 'quantity-map' | 'open' | 'closed';

/** Which keys an object takes besides those of its default. */
export const opennessOf = (key: string): Openness => {
  if (QUANTITY_MAP.test(key)) return 'quantity-map';
  if (TEXT_MAP.test(key) && !KUBERNETES_OBJECT.test(key)) return 'text-map';
  return KUBERNETES_OBJECT.test(key) ? 'open' : 'closed';
};

/** Keys that are all those of labels (`example.org/part`) make a map of text, whatever it is called; one of many does not. */
export const areLabels = (keys: readonly string[]): boolean =>
  keys.length > 0 && keys.every((key) => /^[a-z0-9.-]+\.[a-z0-9.-]+\//.test(key));

/** Whether a chart may want a list where its default is `{}`, as karpenter does for initContainers. */
export const takesList = (key: string): boolean =>
  !TEXT_MAP.test(key) && !QUANTITY_MAP.test(key) && !KUBERNETES_OBJECT.test(key);

/** Whether a chart that has a list there by default passes it on as one of Kubernetes. */
export const isKubernetesList = (key: string): boolean => KUBERNETES_LIST.test(key);

/** Whether a map that becomes one of Kubernetes as it is takes nothing but texts there. */
export const isKubernetesTextMap = (key: string): boolean => KUBERNETES_TEXT_MAP.test(key);

/** Whether a number or a text in this place may be the other one too. */
export const takesIntOrString = (key: string, owner: string, value: string | number): boolean =>
  QUANTITY_MAP.test(owner) ||
  INT_OR_STRING.test(key) ||
  (key === 'port' && PORT_OWNER.test(owner)) ||
  (typeof value === 'string' && NUMERIC_TEXT.test(value));
