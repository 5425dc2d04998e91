# Sourced by mvnw. Without JAVA_HOME, Maven itself runs on a JDK 25 where there is one, whatever the default `java` is:
# an older one can neither check the format of newer code nor divide the tests between two JVMs.
# The places are those where Maven's toolchains look.
if [ -z "${JAVA_HOME-}" ]; then
  set +f
  for release in /usr/lib/jvm/*/release "$HOME"/.sdkman/candidates/java/*/release "$HOME"/.jdks/*/release \
    "$HOME"/.asdf/installs/java/*/release "$HOME"/.jbang/cache/jdks/*/release \
    /Library/Java/JavaVirtualMachines/*/Contents/Home/release; do
    if grep -Eqs '^JAVA_VERSION="(2[5-9]|[3-9][0-9])' "$release" && [ -x "${release%/release}/bin/javac" ]; then
      JAVA_HOME=${release%/release}
      export JAVA_HOME
      break
    fi
  done
  set -f
fi
