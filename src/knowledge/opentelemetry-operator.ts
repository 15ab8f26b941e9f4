import { defineProject } from './form/project.js';

/** The OpenTelemetry Operator. https://github.com/open-telemetry/opentelemetry-operator */
export const opentelemetryOperator = defineProject({
  name: 'OpenTelemetry Operator',
  webhooks: { 'opentelemetry-operator': ['opentelemetry.io'] },
});
