import { defineInfra } from 'fluxspan';
import { cluster, secrets, values, vars } from '../web-cluster.js';

const given = { vars, values: { ...values, wbe: {} }, secrets };
defineInfra(cluster, given);
