# The programs alone, without a system around them:
#
#     docker build -t pegboard .
#     docker run --rm pegboard solve english
#     docker run --rm -v "$PWD:/boards" pegboard check heart.ron
#
# License notices of third parties are in the image if `.ci/notices programs dist/notices/programs.txt` has been run before.

FROM rust:1.95-alpine AS build
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    cargo build --locked --profile dist -p pegboard-cli -p pegboard-cluster \
    && mkdir -p /image/usr/bin /image/boards /image/licenses \
    && install -d -m 1777 /image/tmp \
    && cp target/dist/pegboard target/dist/pegboard-cluster /image/usr/bin/ \
    && cp LICENSE-MIT LICENSE-APACHE /image/licenses/ \
    && if [ -d dist/notices ]; then cp dist/notices/programs.txt /image/licenses/LICENSE-THIRD-PARTY.txt; fi

FROM scratch
LABEL org.opencontainers.image.title="pegboard" \
      org.opencontainers.image.description="Peg solitaire on any board: draw a board, get its problems solved" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /image/ /
ENV PATH=/usr/bin
USER 65532:65532
WORKDIR /boards
ENTRYPOINT ["pegboard"]
CMD ["--help"]
