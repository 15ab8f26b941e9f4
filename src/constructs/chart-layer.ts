/**
 * The layer of an OCI artifact that is a chart, taken as it was pushed. Without it, source-controller takes the first
 * layer, which may be the provenance of a signed chart, since Helm sorts layers by their digests; and it repacks the
 * chart. https://fluxcd.io/flux/components/source/ocirepositories/#layer-selector
 */
export const CHART_LAYER = {
  mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
  operation: 'copy',
} as const;
