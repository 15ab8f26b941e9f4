/**
 * Keeps the CRDs of a chart that has them among its templates when the release goes: with a CRD go all its objects.
 * https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource
 */
export const keepCrds = [
  {
    kustomize: {
      patches: [
        {
          target: { kind: 'CustomResourceDefinition' },
          patch: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: any
  annotations:
    helm.sh/resource-policy: keep
`,
        },
      ],
    },
  },
];
