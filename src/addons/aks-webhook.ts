/**
 * Annotation of a webhook that AKS leaves alone. It adds its own namespaces to each `namespaceSelector` otherwise; where
 * the chart sets that field, Flux finds drift and takes them back, again and again.
 * https://learn.microsoft.com/azure/aks/faq#can-admission-controller-webhooks-impact-kube-system-and-internal-aks-namespaces
 */
export const UNCHANGED_BY_AKS = { 'admissions.enforcer/disabled': 'true' } as const;
