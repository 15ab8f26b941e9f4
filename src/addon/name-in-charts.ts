import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

/**
 * Runs a `build`, in which charts below the addon's own name nothing: an app of cdk8s is a class of a Chart, and an object
 * in it gets the name that it would have in the addon itself. A chart whose class names objects in its own way does so.
 */
export const nameInCharts = <T>(root: Construct, run: () => T): T => {
  if (!Chart.isChart(root)) return run();
  const own = root as Chart;
  const { generateObjectName } = Chart.prototype;
  let isAsked = false;
  Chart.prototype.generateObjectName = (object) => {
    if (isAsked || object.chart === own) return generateObjectName.call(own, object);
    isAsked = true;
    try {
      return own.generateObjectName(object);
    } finally {
      isAsked = false;
    }
  };
  try {
    return run();
  } finally {
    Chart.prototype.generateObjectName = generateObjectName;
  }
};
