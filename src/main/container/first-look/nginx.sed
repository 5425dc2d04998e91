# The lines of nginx.conf marked with "set:", for compose.yaml: plain HTTP on this machine, before one instance.
s/server 127\.0\.0\.1:8080 \(.*\) # set:.*/server streakboard:8080 \1/
s/listen 443 .*/listen 8080;/
s/server_name .*/server_name localhost;/
/192\.0\.2\.0/d
/ssl_/d
/Strict-Transport-Security/d
