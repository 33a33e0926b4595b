{{- define "tome.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* The URL of requests; a request with another host is refused. */}}
{{- define "tome.url" -}}
{{- if .Values.publicUrl -}}
{{ .Values.publicUrl }}
{{- else if eq (int .Values.service.port) 80 -}}
http://{{ include "tome.name" . }}.{{ .Release.Namespace }}
{{- else -}}
http://{{ include "tome.name" . }}.{{ .Release.Namespace }}:{{ .Values.service.port }}
{{- end -}}
{{- end -}}

{{- define "tome.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tome.labels" -}}
{{ include "tome.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* A Deployment; the context has the keys root, component, settings, jobs, drainDelay and args. */}}
{{- define "tome.deployment" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "tome.name" $root }}-{{ .component }}
  labels:
    {{- include "tome.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  replicas: {{ .settings.replicas }}
  selector:
    matchLabels:
      {{- include "tome.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  template:
    metadata:
      labels:
        {{- include "tome.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      {{- with $values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ add .drainDelay $values.preStopSeconds $values.shutdownSeconds }}
      {{- with $values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: tome
          image: "{{ $values.image.repository }}:{{ $values.image.tag | default $root.Chart.AppVersion }}"
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args:
            - serve
            - --host
            - 0.0.0.0
            - --port
            - "4620"
            - --data
            - /data
            - --ready-file
            - /data/ready.json
            - --log
            - json
            - --jobs
            - {{ .jobs }}
            - --drain-delay
            - {{ .drainDelay | quote }}
            {{- range .args }}
            - {{ . | quote }}
            {{- end }}
            - --public-url
            - {{ include "tome.url" $root | quote }}
            {{- range $values.trustedProxies }}
            - --trusted-proxy
            - {{ . | quote }}
            {{- end }}
            {{- if $values.s3.endpoint }}
            - --s3-endpoint
            - {{ $values.s3.endpoint | quote }}
            - --s3-bucket
            - {{ $values.s3.bucket | quote }}
            - --s3-region
            - {{ $values.s3.region | quote }}
            {{- if $values.s3.prefix }}
            - --s3-prefix
            - {{ $values.s3.prefix | quote }}
            {{- end }}
            {{- end }}
          env:
            - name: TOME_DATABASE
              valueFrom:
                secretKeyRef:
                  name: {{ $values.existingSecret }}
                  key: database-url
            - name: TOME_SEALING_KEY
              valueFrom:
                secretKeyRef:
                  name: {{ $values.existingSecret }}
                  key: sealing-key
                  optional: true
            {{- if $values.s3.endpoint }}
            - name: TOME_S3_KEY_ID
              valueFrom:
                secretKeyRef:
                  name: {{ $values.existingSecret }}
                  key: s3-key-id
            - name: TOME_S3_SECRET
              valueFrom:
                secretKeyRef:
                  name: {{ $values.existingSecret }}
                  key: s3-secret
            - name: TOME_S3_KEEP_DAYS
              value: {{ $values.s3.keepDays | quote }}
            {{- end }}
            {{- range $name, $value := $values.env }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          ports:
            - name: http
              containerPort: 4620
          startupProbe:
            httpGet:
              path: /healthz
              port: http
              # Requests with the IP address of the pod are refused.
              httpHeaders: [{ name: Host, value: "127.0.0.1:4620" }]
            periodSeconds: 2
            failureThreshold: 150
          livenessProbe:
            httpGet:
              path: /healthz
              port: http
              # Requests with the IP address of the pod are refused.
              httpHeaders: [{ name: Host, value: "127.0.0.1:4620" }]
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 3
          readinessProbe:
            httpGet:
              path: /readyz
              port: http
              # Requests with the IP address of the pod are refused.
              httpHeaders: [{ name: Host, value: "127.0.0.1:4620" }]
            periodSeconds: 3
            timeoutSeconds: 5
            failureThreshold: 2
          {{- if $values.preStopSeconds }}
          lifecycle:
            preStop:
              exec:
                command: [sleep, {{ $values.preStopSeconds | quote }}]
          {{- end }}
          resources:
            {{- toYaml .settings.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          volumeMounts:
            - name: data
              mountPath: /data
            - name: temporary
              mountPath: /tmp
      volumes:
        # The tokens of the process; the data is in PostgreSQL.
        - name: data
          emptyDir: {}
        - name: temporary
          emptyDir:
            sizeLimit: {{ $values.temporaryStorage }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
