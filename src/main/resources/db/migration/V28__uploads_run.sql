-- A run is RUNNING from its upload on: that its file is not all there is nobody else's concern while its lease lasts.
UPDATE import_run SET state = 'RUNNING' WHERE state = 'UPLOADING';
