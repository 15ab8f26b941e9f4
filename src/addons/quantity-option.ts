import { z } from 'zod';

/** https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/, without signs and exponents. */
const QUANTITY = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[KMGTPE]i|[mkMGTPE])?$/;

/** An amount of CPU or memory, as Kubernetes writes it. */
export const quantity = z.custom<string>((value) => typeof value === 'string' && QUANTITY.test(value), {
  error: 'give a quantity such as "500m" or "1Gi"',
});
