import app from './app.js';

app.synth();
