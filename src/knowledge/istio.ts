import { defineProject } from './form/project.js';

/** Istio. https://istio.io/latest/docs/reference/config/ */
export const istio = defineProject({
  name: 'Istio',
  makesNothingNamed: ['networking.istio.io/*', 'security.istio.io/*', 'telemetry.istio.io/*', 'extensions.istio.io/*'],
});
