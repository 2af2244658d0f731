// Loaded into an instance before it starts: an SDK of OpenTelemetry, which writes what it is told to the output.

import { metrics, trace } from '@opentelemetry/api'
import {
  ConsoleMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { ConsoleSpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

const spans = new SimpleSpanProcessor({ exporter: new ConsoleSpanExporter() })
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [spans] }))

const exporter = new ConsoleMetricExporter()
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 500 })
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
