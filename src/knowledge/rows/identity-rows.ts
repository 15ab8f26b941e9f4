import { ROLE_ARN } from '../amazon-eks.js';
import { CLIENT_ID } from '../azure-workload-identity.js';
import { GCP_SERVICE_ACCOUNT } from '../google-kubernetes-engine.js';

export { otherIdentity } from '../form/cloud-identity.js';

/** Annotations of a ServiceAccount by which a cloud knows its pods. */
export const identities = [ROLE_ARN, GCP_SERVICE_ACCOUNT, CLIENT_ID] as const;
